"""A setting that does nothing is told where its server's keeper looks: no value is passed over in silence."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from heraut.speech.faults import say_wrong
from heraut.web import environment
from web.build import ANA, host, player, sale
from web.receivers import Relay, serving

WRONG = {
    ("HERAUT_HTTPS", "true"): "HERAUT_HTTPS vaut « true ». Écrivez 1, ou retirez-le.",
    ("HERAUT_LOG", "JSON"): "HERAUT_LOG vaut « JSON ». Écrivez json,",
    ("HERAUT_HOSTS", "https://heraut.example"): "HERAUT_HOSTS : « https://heraut.example » n'est pas un nom",
    ("HERAUT_HOSTS", "heraut.example, club.example:8000"): "HERAUT_HOSTS : « club.example:8000 » n'est pas un nom",
    ("HERAUT_WEBHOOKS", "*"): "HERAUT_WEBHOOKS : « * » n'est pas un nom",
    ("HERAUT_PUSH", "push example"): "HERAUT_PUSH : « push example » n'est pas un nom",
    ("HERAUT_CORS", "club.example"): "HERAUT_CORS : « club.example » n'est pas l'adresse d'un site.",
    ("HERAUT_CORS", "https://club.example/jeux"): "HERAUT_CORS : « https://club.example/jeux » n'est pas l'adresse",
    ("HERAUT_SMTP_URL", "mail.example:587"): "HERAUT_SMTP_URL n'est pas l'adresse d'un serveur de courrier",
    ("HERAUT_SMTP_URL", "smtp://h:hunter2@mail.example:port?from=a@b"): "HERAUT_SMTP_URL n'est pas l'adresse d'un",
    ("HERAUT_SMTP_URL", "smtp://mail.example"): "HERAUT_SMTP_URL ne nomme pas d'expéditeur",
    ("HERAUT_METRICS_TOKEN", "clé"): "HERAUT_METRICS_TOKEN contient un signe qui ne s'envoie pas.",
    ("TZ", "Europe/Pariss"): "TZ vaut « Europe/Pariss », qui n'est pas un fuseau horaire connu",
    ("HERAUT_SMTP", "smtp://mail.example"): "HERAUT_SMTP n'est pas un réglage de Héraut. Écrivez HERAUT_SMTP_URL",
    ("HERAUT_HOST", "heraut.example"): "HERAUT_HOST n'est pas un réglage de Héraut. Écrivez HERAUT_HOSTS",
}
RIGHT = {
    "HERAUT_HTTPS": "1", "HERAUT_LOG": "json", "HERAUT_HOSTS": "Heraut.example, *, 192.168.1.4", "HERAUT_PORT": "80",
    "HERAUT_WEBHOOKS": "127.0.0.1, discord.com, ::1", "HERAUT_CORS": "https://Club.example/, http://localhost:3000",
    "HERAUT_SMTP_URL": "smtps://h:p@mail.example?from=a@b.example", "HERAUT_METRICS_TOKEN": "a-b_c\n",
    "TZ": ":Europe/Paris",
    "HERAUT_HOME": "/opt", "HERAUT_POOL": "0", "HERAUT_DATA": "/srv/heraut", "HERAUT_PUSH": "",
}  # fmt: skip


def spaced(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("’", "'")


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_value_that_does_nothing_is_told_with_what_to_write(name: str, value: str):
    (told,) = environment.faults({name: value})

    assert spaced(say_wrong(told, "fr")).startswith(WRONG[name, value])
    assert say_wrong(told, "en") != say_wrong(told, "fr")
    assert "hunter2" not in told


def test_what_is_right_is_passed_over():
    assert environment.faults(RIGHT) == ()


def test_a_relay_that_takes_no_mail_is_found_by_trying():
    server = Relay()
    with serving(server):
        assert environment.tried({"HERAUT_SMTP_URL": server.url}) == ()
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    (told,) = environment.tried({"HERAUT_SMTP_URL": f"smtp://h:hunter2@127.0.0.1:{port}?from=a@b"})

    assert say_wrong(told, "en") == (
        f"The mail server 127.0.0.1:{port} cannot be used (connection refused): start it, or correct HERAUT_SMTP_URL."
    )


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", "/trouble"])
def test_the_machines_organiser_reads_it_on_their_pages_and_nobody_else(page: str, monkeypatch: Any):
    sale()
    assert "Réglages de ce serveur" not in spaced(host().get(page).content.decode())

    monkeypatch.setenv("HERAUT_HTTPS", "yes")

    assert "HERAUT_HTTPS vaut « yes »." in spaced(host().get(page).content.decode())
    assert "HERAUT_HTTPS" not in player(ANA).get(page).content.decode()
