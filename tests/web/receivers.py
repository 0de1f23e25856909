"""Real receivers on this machine: a mail relay, a webhook's door, a browser with its push service."""

from __future__ import annotations

import email
import email.policy
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from socketserver import BaseServer, StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from heraut.web.notices import encryption
from web.test_webhooks import Receiver


@contextmanager
def serving(server: BaseServer) -> Iterator[None]:
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Relay(ThreadingTCPServer):
    """Takes letters, unless it is told to be busy (451) or to know nobody (550)."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Smtp)
        self.letters: list[EmailMessage] = []
        self.recipient = "250 yes"
        self.heard = ""

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}?from=heraut@club.example"


class _Smtp(StreamRequestHandler):
    server: Relay

    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline().decode().strip():
            self.server.heard += f"{line}\n"
            word = line.partition(" ")[0].upper()
            if word == "DATA":
                self._say("354 go on")
                self._take()
            elif word == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say(self.server.recipient if word == "RCPT" else "250 yes")

    def _take(self) -> None:
        lines = list(iter(self.rfile.readline, b".\r\n"))
        taken = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
        assert isinstance(taken, EmailMessage)
        self.server.letters.append(taken)
        self._say("250 kept")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


class Browser:
    """Somebody's browser, with the keys of its push subscription; it reads what its service received."""

    def __init__(self, service: Receiver, key: ec.EllipticCurvePrivateKey | None = None, secret: bytes = b"s" * 16):
        self._key = key or ec.generate_private_key(ec.SECP256R1())
        self._secret, self._service = secret, service
        self.public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def form(self) -> dict[str, str]:
        """What its page sends."""
        keys = {"p256dh": text(self.public), "auth": text(self._secret)}
        return {"way": "push", "address": self._service.address, **keys}

    def shown(self) -> list[dict[str, Any]]:
        return [json.loads(self.read(body)) for _headers, body in self._service.taken]

    def read(self, body: bytes) -> bytes:
        """RFC 8188: the salt, the size of a record, the sender's key, one record."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        key, nonce = encryption.content_keys(shared, self._secret, salt, self.public, sender)
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert padded.endswith(b"\x02")
        return padded[:-1]


def signed_claims(authorization: str) -> dict[str, Any]:
    """What a server says of itself, once its signature is proved (RFC 8292)."""
    token, key = (part.strip().partition("=")[2] for part in authorization.removeprefix("vapid ").split(","))
    said, _, signature = token.rpartition(".")
    raw = data(signature)
    proof = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(key))
    public.verify(proof, said.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, Any] = json.loads(data(said.partition(".")[2]))
    return claims


def text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def data(written: str) -> bytes:
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))
