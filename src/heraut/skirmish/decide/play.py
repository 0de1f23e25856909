"""Every action: why it may be refused, and how it is played. One line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from heraut.kernel import Command, Refusal
from heraut.skirmish import commands as c
from heraut.skirmish.decide import (
    announcing,
    charge,
    dodging,
    grips,
    master,
    melee,
    missile,
    moves,
    orders,
    stares,
    terror,
    timing,
    turn,
)
from heraut.skirmish.procedure import Action
from heraut.skirmish.secrecy import known_to, wait_unseen
from heraut.skirmish.state import State


class Play(NamedTuple):
    """An action: its check and its steps."""

    check: Callable[[State, Any], Refusal | None]
    steps: Action


def check(state: State, command: Command) -> Refusal | None:
    """Why the command may not be played: first by what its speaker may know, then, without a word why, by the rest."""
    refusal_of = PLAYS[type(command)].check
    known = known_to(state, command.seat)
    if (refusal := refusal_of(known, command)) or known is state:
        return refusal
    return None if refusal_of(state, command) is None else wait_unseen()


PLAYS: dict[type, Play] = {
    c.Display: Play(terror.check_display, terror.display),
    c.Frighten: Play(terror.check_spread, terror.spread),
    c.BeginFight: Play(turn.check_begin_fight, turn.begin_fight),
    c.EndFight: Play(turn.check_end_fight, turn.end_fight),
    c.Reorder: Play(announcing.check_reorder, announcing.reorder),
    c.GoOn: Play(announcing.check_go_on, announcing.go_on),
    c.Announce: Play(announcing.check_announce, announcing.announce),
    c.Proceed: Play(turn.check_proceed, turn.proceed),
    c.Yield: Play(timing.check_yield, timing.yield_first),
    c.Delay: Play(timing.check_delay, timing.delay),
    c.Survive: Play(timing.check_survive, timing.survive),
    c.Move: Play(moves.check_move, moves.move),
    c.Jump: Play(moves.check_jump, moves.jump),
    c.Dodge: Play(dodging.check_dodge, dodging.dodge),
    c.TakePosture: Play(moves.check_take_posture, moves.take_posture),
    c.GetUp: Play(moves.check_get_up, moves.get_up),
    c.Disengage: Play(moves.check_disengage, moves.disengage),
    c.BeginLong: Play(timing.check_begin_long, timing.begin_long),
    c.EndLong: Play(timing.check_end_long, timing.end_long),
    c.Draw: Play(moves.check_draw, moves.draw),
    c.PickUp: Play(moves.check_pick_up, moves.pick_up),
    c.Extract: Play(grips.check_extract, grips.extract),
    c.Prepare: Play(charge.check_prepare, charge.prepare),
    c.Strike: Play(melee.check_strike, melee.strike),
    c.Charge: Play(charge.check_charge, charge.charge),
    c.Shoot: Play(missile.check_shoot, missile.shoot),
    c.Tighten: Play(grips.check_tighten, grips.tighten),
    c.Hurl: Play(grips.check_hurl, grips.hurl),
    c.Escape: Play(grips.check_escape, grips.escape),
    c.Release: Play(grips.check_release, grips.release),
    c.Order: Play(orders.check_order, orders.order),
    c.KeepOrdering: Play(orders.check_keep_ordering, orders.keep_ordering),
    c.TakeOver: Play(orders.check_take_over, orders.take_over),
    c.HoldAtBay: Play(stares.check_hold_at_bay, stares.hold_at_bay),
    c.Defy: Play(stares.check_defy, stares.defy),
    c.FaceOff: Play(stares.check_face_off, stares.face_off),
    c.Stare: Play(stares.check_stare, stares.stare),
    c.BreakStare: Play(stares.check_break_stare, stares.break_stare),
    c.TakeHead: Play(terror.check_take_head, terror.take_head),
    c.Embalm: Play(terror.check_embalm, terror.embalm),
    c.Startle: Play(master.check_startle, master.startle),
    c.Surprise: Play(master.check_startle, master.surprise),
    c.Reroll: Play(master.check_reroll, master.reroll),
    c.CallRoll: Play(master.check_call_roll, master.call_roll),
    c.Slow: Play(master.check_slow, master.slow),
    c.StartFall: Play(master.check_named, master.start_fall),
    c.Burden: Play(master.check_named, master.burden),
    c.Lift: Play(master.check_lift, master.lift),
    c.Mend: Play(master.check_mend, master.mend),
    c.FirstAid: Play(master.check_first_aid, master.first_aid),
    c.PutAside: Play(master.check_put_aside, master.put_aside),
    c.Uncover: Play(master.check_uncover, master.uncover),
    c.ChangeSituation: Play(master.check_change_situation, master.change_situation),
}
