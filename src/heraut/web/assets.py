"""Static files under ASGI."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class WholeFiles(WhiteNoiseMiddleware):
    """Sends each file whole: ours are small, and a streamed file cannot be read without blocking the event loop."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        body = found.file.read() if found.file is not None else b""
        if found.file is not None:
            found.file.close()
        response = HttpResponse(body, status=int(found.status))
        del response["content-type"]
        for name, value in found.headers:
            response[name] = value
        return response
