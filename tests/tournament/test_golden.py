"""One short event of each format, whole: commands, events, refusals, and what each viewer sees at each step."""

from __future__ import annotations

from golden_text import check_golden, playthrough
from heraut.kernel.message import Tick
from heraut.kernel.names import CLOCK
from heraut.tournament import engine
from heraut.tournament.award import Award, By
from heraut.tournament.awards import AnnounceAward, SetAwards
from heraut.tournament.clocks import GrantTime, StartClock
from heraut.tournament.entries import CheckIn, CloseRegistration
from heraut.tournament.officials import AnswerCall, CallReferee, Rule
from heraut.tournament.planning import CheckOff, DrawScenario
from heraut.tournament.results import CorrectResult, ReportResult, SettleResult
from heraut.tournament.rounds import AdjustDraft, DraftRound, PublishRound
from heraut.tournament.saga.lists import HandInBand
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.lists import ChooseList, HandInLists
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants
from heraut.tournament.turns import AnnounceExtension, StartTurn
from heraut.tournament.votes import CastBallot, CloseVotes, OpenVotes
from tournament.build import ANA, BAND, BEN, CHLOE, ORG, REF, army, at, roll


def test_a_saga_event_with_a_ranking_round():
    settings = SagaSettings(
        players={ANA: "Ana", BEN: "Ben", CHLOE: "Chloé"}, allowed_ages=("dark",), swiss_rounds=1, ranking_round=True,
        scenario_by_round=("clash", "capture"),
    )  # fmt: skip
    commands = (
        *(HandInBand(seat, band=BAND) for seat in (ANA, BEN, CHLOE)),
        *(CheckIn(ORG, player=seat) for seat in (ANA, BEN, CHLOE)),
        CloseRegistration(ORG),
        roll(7),
        PublishRound(ORG),
        DraftRound(ORG),
        PublishRound(ORG),
        ReportResult(ANA, report=SagaReport({ANA: 9, BEN: 9})),
        ReportResult(ANA, report=SagaReport({ANA: 9, BEN: 2})),
        ReportResult(BEN, report=SagaReport({ANA: 2, BEN: 9})),
        ReportResult(CHLOE, report=SagaReport({ANA: 9, BEN: 2})),
        SettleResult(REF, round=1, table=1, report=SagaReport({ANA: 2, BEN: 9}), reason="both sheets say so"),
        CorrectResult(REF, round=1, table=1, report=SagaReport({ANA: 9, BEN: 2}), reason="columns were swapped"),
        DraftRound(ORG),
        AdjustDraft(ORG, pairs=((CHLOE, ANA),), bye=BEN),
        PublishRound(ORG),
        SettleResult(REF, round=2, table=1, report=SagaReport({ANA: 3, CHLOE: 3}, first_player=CHLOE)),
        SetAwards(ORG, awards=(Award("champion", By.PLACE), Award("painted", By.VOTE))),
        OpenVotes(ORG),
        CastBallot(ANA, choices={"painted": ANA}),
        CastBallot(ANA, choices={"painted": BEN}),
        CastBallot(CHLOE, choices={"painted": BEN}),
        CloseVotes(ORG),
        AnnounceAward(ORG, award="painted"),
        AnnounceAward(ORG, award="champion"),
    )

    check_golden("tournament-saga.txt", playthrough(engine, settings, commands, (ANA, ORG, None)))


def test_a_steamroller_event_with_a_secret_length():
    settings = SteamrollerSettings(
        players={ANA: "Ana", BEN: "Ben"}, size=35, variants=Variants(rounds=1, rank_attrition=True)
    )
    lists = (army("Haley", size=35), army("Stryker", size=35))
    report = SteamrollerReport(BEN, SteamrollerWin.TB2, {ANA: 1, BEN: 2}, {ANA: 12, BEN: 9})
    commands = (
        *(HandInLists(seat, lists=lists) for seat in (ANA, BEN)),
        *(CheckIn(ORG, player=seat) for seat in (ANA, BEN)),
        CheckOff(ORG, item="explain-tie-breaks"),
        CloseRegistration(ORG),
        DrawScenario(ORG, round=1),
        roll(4, 3),
        roll(3, 2),
        DraftRound(ORG),
        roll(12345),
        PublishRound(ORG),
        StartClock(ORG, at=at(0)),
        roll(5),
        ChooseList(ANA, list_number=2),
        ChooseList(ANA, list_number=1),
        ChooseList(BEN, list_number=1),
        StartClock(ORG, at=at(0)),
        StartTurn(ANA, at=at(0)),
        AnnounceExtension(ANA, at=at(9)),
        StartTurn(BEN, at=at(14)),
        CallReferee(BEN, note="zone", at=at(20)),
        AnswerCall(REF, call=1),
        Rule(REF, text="The base is in the zone.", table=1, at=at(22)),
        GrantTime(REF, table=1, minutes=2, reason="ruling"),
        Tick(at=at(90), seat=CLOCK),
        Tick(at=at(92), seat=CLOCK),
        ReportResult(ANA, report=report),
        ReportResult(BEN, report=SteamrollerReport(BEN, SteamrollerWin.TB2, {ANA: 2, BEN: 2})),
        ReportResult(BEN, report=report),
    )

    check_golden("tournament-steamroller.txt", playthrough(engine, settings, commands, (ANA, ORG, None)))
