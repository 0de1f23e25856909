"""How the server does: for whoever watches over it, and for the proxy that sends it requests."""

from __future__ import annotations

import os
import threading
import time
from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.speech.faults import say_wrong
from heraut.web import broadcast, data_folder, environment, metrics
from heraut.web import threads as threads_
from heraut.web.asgi_middleware import FORWARDED
from heraut.web.game import account, language
from heraut.web.guard import needs
from heraut.web.isolation import trouble as trouble_of
from heraut.web.models import Stream
from heraut.web.permissions import Action

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
_migrated = False


@require_safe
@needs(Action.VISIT)
def trouble(request: HttpRequest) -> HttpResponse:
    """Something is wrong: what now?"""
    shown = {"folder": data_folder.folder() if account(request) else "", "settings_wrong": settings_wrong(request)}
    return render(request, "troubleshooting.html", shown)


def settings_wrong(request: HttpRequest) -> list[str]:
    """What is wrong with the server's settings, for the machine's organiser alone."""
    user = account(request)
    if user is None or not user.is_superuser:
        return []
    return [say_wrong(fault, language()) for fault in environment.faults(environment.given())]


@require_safe
@needs(Action.VISIT)
def health(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  # every view takes the request
    """Whether this process lives: its threads, without a look at the database. 503: start it again."""
    threads = {
        one.name: {
            "well": one.well,
            "seconds_since": round(one.silent, 1),
            "turns": one.turns,
            "faults": one.faults,
            "last_fault": one.fault,
        }
        for one in threads_.watched()
    }
    well = all(told["well"] for told in threads.values())
    return JsonResponse({"status": "ok" if well else "unwell", "threads": threads}, status=200 if well else 503)


@require_safe
@needs(Action.VISIT)
def ready(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  # every view takes the request
    """Whether requests may be sent here: the database answers and is up to date, and we are not about to stop."""
    reason = "stopping" if threads_.stopping() else _database()
    return JsonResponse({"status": reason or "ok"}, status=503 if reason else 200)


def _database() -> str:
    """What is wrong with the database, in a word; empty: nothing."""
    global _migrated  # noqa: PLW0603  # once brought up to date, it stays so as long as this process lives
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _migrated:
            executor = MigrationExecutor(connection)
            _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return str(trouble_of(error) or "fault")
    return "" if _migrated else "not migrated"


@require_safe
@needs(Action.VISIT)
def figures(request: HttpRequest) -> HttpResponse:
    """The figures for Prometheus: to this machine, or with the token of HERAUT_METRICS_TOKEN."""
    if not (_is_local(request) or _has_token(request)):
        raise PermissionDenied("metrics")
    return HttpResponse(metrics.text(), content_type=PROMETHEUS)


def _is_local(request: HttpRequest) -> bool:
    """From this very machine; a proxy here speaks for others, even one we were not told of."""
    if "Via" in request.headers or getattr(request, "scope", {}).get(FORWARDED):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _has_token(request: HttpRequest) -> bool:
    wanted = settings.HERAUT_METRICS_TOKEN
    sent = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    return bool(wanted) and compare_digest(sent.encode(), wanted.encode())


def _memory() -> float:
    """What the system says this process holds; 0 where it does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0.0


def _open_files() -> float:
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError:
        return 0.0


def _damaged() -> float:
    return Stream.objects.exclude(damaged="").count()


metrics.gauge("heraut_cpu_seconds", time.process_time)
metrics.gauge("heraut_memory_bytes", _memory)
metrics.gauge("heraut_open_files", _open_files)
metrics.gauge("heraut_threads", threading.active_count)
metrics.gauge("heraut_live_pages", broadcast.listening)
metrics.gauge("heraut_streams_damaged", _damaged)
