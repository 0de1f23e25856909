"""A weekend as its visitor meets it: what they are to it, and the pages they may reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render

from heraut.web import isolation, links
from heraut.web.exceptions import MovedAway
from heraut.web.game import VisitedGame, hosts
from heraut.web.models import Guest, Slot, Weekend
from heraut.web.permissions import PERMISSIONS, Action, Role

V = TypeVar("V", bound=Callable[..., HttpResponseBase])


@dataclass(frozen=True)
class Meeting:
    """A weekend, what the visitor is to it, and who they are if they hold a badge."""

    request: HttpRequest
    row: Weekend
    role: Role
    guest: Guest | None = None

    @staticmethod
    def of(request: HttpRequest, weekend: str) -> Meeting:
        """The weekend as the sender of this request meets it; 404 if there is none."""
        row = Weekend.objects.filter(pk=weekend).first()
        if row is None:
            raise Http404(weekend)
        if hosts(request, row):
            return Meeting(request, row, Role.ORGANISER, _holder(request, row))
        guest = _holder(request, row)
        if guest is not None:
            return Meeting(request, row, Role(guest.role), guest)
        near = row.public or links.holds_any(request, row.pk)
        return Meeting(request, row, Role.SPECTATOR if near else Role.STRANGER)

    def may(self, action: Action) -> bool:
        return action in PERMISSIONS[self.role]

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Its tournaments in the order they begin."""
        return slots_of(self.row)

    @cached_property
    def games(self) -> tuple[tuple[Slot, VisitedGame], ...]:
        """The tournaments this visitor may watch; one that cannot be read harms no other."""
        slots = {slot.stream_id: slot for slot in self.slots}
        met = isolation.each("weekend", slots, lambda stream: VisitedGame.met(self.request, slots[stream].stream))
        return tuple((slots[stream], game) for stream, game in met if game.visitor.role is not Role.STRANGER)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody of the weekend, for the arms they bear: the same in each of its tournaments' lists."""
        entered = [name for _slot, game in self.games for name in game.people]
        listed = Guest.objects.filter(weekend=self.row, role=Role.PLAYER).values_list("name", flat=True)
        return tuple(dict.fromkeys([*listed, *entered]))


def slots_of(weekend: Weekend) -> tuple[Slot, ...]:
    return tuple(Slot.objects.filter(weekend=weekend).select_related("stream"))


def _holder(request: HttpRequest, row: Weekend) -> Guest | None:
    held = links.hashes(request, links.weekend_place(row.pk))
    return Guest.objects.filter(weekend=row, token_hash__in=held).first() if held else None


def meets(action: Action) -> Callable[[V], V]:
    """Let a page of a weekend be reached only by those who may do this; it receives the `Meeting`."""

    def guard(view: V) -> V:
        @wraps(view)
        def guarded(request: HttpRequest, weekend: str, **parts: Any) -> HttpResponseBase:
            meeting = Meeting.of(request, weekend)
            if meeting.role is Role.STRANGER:
                raise Http404(weekend)
            if not meeting.may(action):
                raise PermissionDenied(action.value)
            if meeting.row.new_address and not meeting.may(Action.EXPORT):
                held = f"/s/{links.token(meeting.guest)}" if meeting.guest else f"/w/{weekend}/"
                raise MovedAway(meeting.row.new_address + held)
            if meeting.row.moved_to and request.method == "POST" and action is not Action.EXPORT:
                shown = {"meeting": meeting, "address": meeting.row.new_address, "may_export": True}
                return render(request, "not_recorded.html", shown, status=409)
            return view(request, meeting, **parts)

        guarded.action = action  # type: ignore[attr-defined]  # read by the test that walks the addresses
        return cast(V, guarded)

    return guard
