"""`heraut serve`: the server on this machine, ready for phones on the local network."""

from __future__ import annotations

import errno
import os
import socket
import sys
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import django
import uvicorn
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation
from django.utils.translation import gettext as _

from heraut.kernel.bounds import whole
from heraut.press import qr
from heraut.speech.arguments import CommandParser
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import terminal_language
from heraut.web import data_folder, environment
from heraut.web.broadcast import straight
from heraut.web.data_folder import ONLY_HERE, NoData
from heraut.web.handler import PatientProtocol
from heraut.web.isolation import Trouble, trouble

try:
    import resource
except ImportError:  # not everywhere does a process have such limits
    resource = None  # type: ignore[assignment]

DONE, BAD_INPUT = 0, 2
PORT = 8000
MOST_FILES = 10_000
GRACE = 10
"""Seconds a stopping server gives the requests it has begun."""


class CannotServe(NoData):
    """The server cannot start; the message is one sentence that says what to do."""


def main(words: list[str]) -> int:
    """Run `heraut serve` until it is interrupted; the exit code."""
    asked = _parser().parse_args(words)
    if asked.data:
        os.environ["HERAUT_DATA"] = str(Path(asked.data).absolute())
    try:
        with _listening(asked.host, asked.port) as door:
            allow_many_pages()
            prepare(samples=True)
            _check_workers(asked.workers)
            host, port = door.getsockname()[:2]
            if ip_address(host).is_loopback:
                os.environ[ONLY_HERE] = "1"
            for fault in environment.faults(environment.given()):
                _say_wrong(fault)
            _welcome(host, port)
            _run(door, asked.workers)
    except NoData as error:
        return _told(error)
    except Exception as error:
        if not _is_full(error):
            raise
        return _told(data_folder.full(data_folder.folder()))
    return DONE


def _told(error: NoData) -> int:
    _say_wrong(error)
    return BAD_INPUT


def _say_wrong(what: Exception | str) -> None:
    sys.stderr.write(f"heraut: {say_wrong(what, terminal_language())}\n")


def _is_full(error: Exception) -> bool:
    """Whether the database could not write for want of room."""
    return trouble(error) is Trouble.FULL


def _parser() -> CommandParser:
    parser = CommandParser("serve")
    parser.add_argument("--host", default="0.0.0.0")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--data")
    parser.add_argument("--workers", type=processes, default=1)
    return parser


def processes(typed: str) -> int:
    """How many processes there are to be."""
    number = whole(typed)
    if number is None or number < 1:
        raise ValueError(typed)
    return number


def _check_workers(workers: int) -> None:
    """Processes tell each other what has changed through PostgreSQL; a file has nobody to carry it."""
    if workers > 1 and connection.vendor != "postgresql":
        raise CannotServe("Several --workers need PostgreSQL: set HERAUT_DATABASE_URL, or leave --workers out.")


def _listening(host: str, port: int) -> socket.socket:
    """Take the port before anything else, so that a second server touches nothing."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
        door.listen(512)
    except (OSError, OverflowError) as error:
        door.close()
        raise CannotServe(_why_not(host, port, error)) from error
    return door


def _why_not(host: str, port: int, error: OSError | OverflowError) -> str:
    if isinstance(error, OverflowError):
        return f"There is no port {port}: choose one from 1024 to 65535, such as --port {PORT}."
    code = error.errno
    if isinstance(error, socket.gaierror) or code == errno.EADDRNOTAVAIL:
        return f"This machine has no address {host}: leave --host out, to listen on all it has."
    if code == errno.EADDRINUSE:
        return (
            f"Port {port} is taken, perhaps by another Héraut: stop that one, "
            f"or choose another port with `heraut serve --port {port + 1}`."
        )
    if code == errno.EACCES:
        return f"Port {port} needs more rights than you have: choose one above 1023, such as --port {PORT}."
    return f"Nothing can listen on {host}:{port} ({error.strerror}): check --host and --port."


def allow_many_pages() -> None:
    """Each open page keeps a connection: take all that the system lets this process have, not the few of a shell."""
    if resource is None:
        return
    with suppress(ValueError, OSError):
        least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
        if resource.RLIM_INFINITY != least < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def prepare(*, samples: bool, update: bool = True, new: bool = True) -> None:
    """
    The data folder, the database brought up to date and, if wished, the samples on the first start.

    Without `update` nothing stored is touched; `CannotServe` if it would have to be. Unless it may be `new`, there must
    be a database already: who looks after a server and stands in the wrong folder makes none there.
    """
    if not new:
        data_folder.check_used(data_folder.folder())
    data_folder.prepare(data_folder.folder())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.web.settings")
    django.setup()  # its settings read the folder prepared above
    try:
        if connection.vendor == "postgresql":
            straight().close()  # a database that is away is told at once; the pool would wait for it
        if not update:
            _check_up_to_date()
            return
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        if _is_full(error):
            raise data_folder.full(data_folder.folder()) from error
        raise CannotServe(_no_database(connection.vendor, error)) from error
    _look_again()
    if samples:
        from heraut.web.samples import load_once  # noqa: PLC0415  # models: Django must be set up first

        load_once()


def _check_up_to_date() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CannotServe(
            "The database is not of this version of Héraut: make a copy, then start the server once or run "
            "`heraut doctor` without --look, which bring it up to date."
        )


def _look_again() -> None:
    """What was damaged for an older version, or before a copy was put back, may be whole: whoever opens it sees."""
    apps.get_model("web", "Stream").objects.exclude(damaged="").update(damaged="")


def _no_database(vendor: str, error: Exception) -> str:
    told = str(error).strip().splitlines()[0]
    if vendor == "postgresql":
        return f"The database of HERAUT_DATABASE_URL cannot be opened ({told}): start it or correct the address."
    file = data_folder.folder() / data_folder.DATABASE_FILE
    return (
        f"The database {file} cannot be opened ({told}): give yourself the right to read and write it, "
        "or restore it from a copy; it was not changed."
    )


def _welcome(host: str, port: int) -> None:
    """Where to go, for the organiser and, if they can reach us, for phones: no address that does not answer."""
    from heraut.web.links import first_account, lan_address, new_key  # noqa: PLC0415  # as in `prepare`

    named, lan = _named(), lan_address()
    if named or host not in ("0.0.0.0", lan):  # compared, not listened on
        lan = None
    here = named or f"http://{'localhost' if host in ('0.0.0.0', '127.0.0.1') else host}:{port}/"
    with translation.override(terminal_language()):
        lines = [_("Héraut est prêt : %s") % here]
        if lan:
            phones = f"http://{lan}:{port}/"
            lines += [_("Pour les téléphones du réseau local : %s") % phones, qr.terminal(phones, coloured=_coloured())]
        lines += [
            _("Votre lien d'organisateur (il ne sert qu'une fois, dans les 24 heures) :"),
            f"  {here}sign-in/{new_key(first_account())}",
            _("Ctrl+C pour arrêter ; rien ne se perd."),
        ]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def _named() -> str | None:
    """The address of the proxy in front, by the first of our names: only there do cookies for HTTPS come back."""
    name = next(iter(settings.HERAUT_HOSTS), "") if settings.HTTPS else ""
    return f"https://{name}/" if name else None


def _coloured() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _run(door: socket.socket, workers: int) -> None:
    config: dict[str, Any] = {
        "app": "heraut.web.asgi:application",
        "http": PatientProtocol,
        "lifespan": "off",
        "log_config": None,  # Django's settings say how lines are written
        "access_log": False,
        "proxy_headers": False,  # `asgi_middleware.Proxies` believes those it was told of
        "server_header": False,
        "timeout_graceful_shutdown": GRACE,
    }
    with suppress(KeyboardInterrupt):
        if workers > 1:
            uvicorn.run(**config, workers=workers, fd=door.fileno())
        else:
            uvicorn.Server(uvicorn.Config(**config)).run(sockets=[door])
