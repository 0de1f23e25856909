from enum import StrEnum


class Format(StrEnum):
    """The two formats whose sheets we follow."""

    SAGA = "saga"
    STEAMROLLER = "steamroller"
