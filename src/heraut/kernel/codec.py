"""Values to JSON and back, exactly: a `Fraction` travels as "7/2"."""

from __future__ import annotations

from _thread import RLock  # `threading` itself would cost an answer more than reading its question
from fractions import Fraction
from typing import Any

import msgspec


class Malformed(ValueError):
    """Input that is not of the form its door asks for; the message names the path of what is wrong."""


def _enc_hook(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"no JSON form for {type(value).__name__}")


def _dec_hook(kind: type, value: object) -> object:
    if kind is Fraction and isinstance(value, int | str):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError) as error:
            raise ValueError(f"not a fraction: {value!r}") from error
    raise ValueError(f'expected a fraction such as "7/2", got {value!r}')


_encoder = msgspec.json.Encoder(enc_hook=_enc_hook)
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_building = RLock()


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """
    The decoder of this type, made the first time it is asked for.

    msgspec writes down what it has worked out of a type before it has finished: a second thread that meets the same
    type meanwhile reads what is not there yet, and the process dies. So one thread at a time builds, and nobody reads
    into a type before its decoder stands here.
    """
    found = _decoders.get(kind)
    if found is None:
        with _building:
            found = _decoders.get(kind) or msgspec.json.Decoder(kind, dec_hook=_dec_hook)
            _decoders[kind] = found
    return found


def prepare(*kinds: Any) -> None:
    """Work out now how values of these types are read, so that no request waits for it."""
    for kind in kinds:
        _decoder(kind)


def encode(value: object) -> bytes:
    """One line of JSON."""
    return _encoder.encode(value)


def decode(data: bytes | str, kind: Any) -> Any:
    """The value of this type; strict, and `Malformed` names the path of what is wrong."""
    try:
        return _decoder(kind).decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(str(error)) from error


def to_plain(value: object) -> Any:
    """The value as plain dictionaries, lists, strings and numbers."""
    return msgspec.to_builtins(value, enc_hook=_enc_hook)


def from_plain(value: object, kind: Any, *, strict: bool = True) -> Any:
    """The inverse of `to_plain`; not strict, it reads numbers from strings, as forms and command lines need."""
    _decoder(kind)  # `convert` builds the type too, and must find it built
    try:
        return msgspec.convert(value, kind, strict=strict, dec_hook=_dec_hook)
    except msgspec.ValidationError as error:
        raise Malformed(str(error)) from error
