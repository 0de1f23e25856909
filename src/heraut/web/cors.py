"""Other sites' scripts may call the API if `HERAUT_CORS` names them; no cookie of ours travels with it, a token may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

ALLOWED = {
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, Accept-Language",
    "Access-Control-Max-Age": "600",
}


def cors(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Answer a browser that asks first, and say to others that they may read the answer."""

    def middleware(request: HttpRequest) -> Any:
        origin = request.headers.get("Origin", "")
        if not request.path.startswith("/api/") or origin not in settings.HERAUT_CORS:
            return get_response(request)
        asks_first = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse(status=204, headers=ALLOWED) if asks_first else get_response(request)
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Vary"] = ", ".join(filter(None, (response.headers.get("Vary"), "Origin")))
        return response

    return middleware
