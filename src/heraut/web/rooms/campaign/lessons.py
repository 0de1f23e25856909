"""
What a step is about, in two sentences with the numbers of the moment: what may be done and what it costs, then what it
brings and what it risks.

Every number comes from the view or from the tables in force, so that a lesson is right under any settings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from heraut.campaign.settings import Settings, Step, most_lords, most_villages
from heraut.campaign.tables import Category, UpkeepRow, cost, incomes, upkeep_rows
from heraut.campaign.view import CampaignView, PlayerView, ReserveView
from heraut.kernel import Seat
from heraut.web.rooms.campaign.names import Names, halves


@dataclass(frozen=True, slots=True)
class Lesson:
    """Two sentences about a step, and the clauses behind them."""

    may: str
    brings: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """What a lesson is made from: the campaign as somebody sees it, and whose place it is told for."""

    view: CampaignView
    settings: Settings
    me: PlayerView
    names: Names

    @property
    def points(self) -> Fraction:
        """The points of one's bands on the map."""
        return sum((seen.points for seen in self.view.bands if seen.band.owner == self.me.seat), Fraction(0))

    @property
    def villages(self) -> Collection[ReserveView]:
        """One's villages."""
        return self.view.villages_of(self.me.seat).values()

    @property
    def turns_left(self) -> int:
        """How often income is collected after this turn."""
        return max(0, self.view.turns - self.view.turn)

    @property
    def figures(self) -> str:
        """What a point buys, by kind of unit."""
        rows = [f"{row.figures} {self.names.get(row.kind, row.kind)}" for row in self.view.catalogue]
        return _(" ou ").join(filter(None, (", ".join(rows[:-1]), rows[-1]))) if rows else ""


def lesson(view: CampaignView, settings: Settings, seat: Seat | None, names: Names) -> Lesson | None:
    """The lesson of the step a campaign is in, for a player; nothing for others, or where there is nothing to do."""
    return lesson_of(view.step, view, settings, seat, names)


def lesson_of(step: Step, view: CampaignView, settings: Settings, seat: Seat | None, names: Names) -> Lesson | None:
    """The lesson of any step, with the numbers of this view."""
    me = view.player(seat)
    teach = LESSONS.get(step)
    return None if me is None or teach is None else teach(Moment(view, settings, me, names))


def _setup(now: Moment) -> Lesson:
    view = now.view
    return Lesson(
        _(
            "Composez %(bands)s d'exactement %(points)d points, chacune menée par un seigneur ; un point "
            "achète %(figures)s."
        )
        % {
            "bands": _counted_bands(view.starting_bands),
            "points": view.starting_band_points,
            "figures": now.figures,
        },
        _("Jusqu'à %(fast)d points une bande fait %(far)s par tour, plus lourde %(near)s ; %(upkeep)s")
        % {**_speeds(now), "upkeep": _next_threshold(now, Fraction(view.starting_bands * view.starting_band_points))},
        ("SC-SET-4", "SC-MOV-2", "SC-UPK-2"),
    )


def _counted_bands(bands: int) -> str:
    return ngettext("%(n)d bande", "%(n)d bandes", bands) % {"n": bands}


def _speeds(now: Moment) -> Mapping[str, object]:
    numbers = now.view.numbers
    return {
        "fast": now.settings.fast_max_points,
        "far": _roads(numbers.fast_steps),
        "near": _roads(numbers.slow_steps),
    }


def _roads(steps: int) -> str:
    return ngettext("%(n)d route", "%(n)d routes", steps) % {"n": steps}


def _next_threshold(now: Moment, points: Fraction) -> str:
    """What bands of so many points cost each turn, and from where they cost more."""
    due, rule = cost(points, now.settings.upkeep_rule), now.settings.upkeep_rule
    dearer = next((row for row in upkeep_rows() if row.cost > due), None)
    said = _("Entretien de %(points)s pt : %(due)d PP par tour") % {"points": halves(points), "due": due}
    return said + (_dearer(dearer, reach=rule == "reach") if dearer is not None else ".")


def _dearer(row: UpkeepRow, *, reach: bool) -> str:
    reached, exceeded = (
        _(", et %(cost)d PP à partir de %(threshold)d."),
        _(", et %(cost)d PP au-delà de %(threshold)d."),
    )
    return (reached if reach else exceeded) % {"cost": row.cost, "threshold": row.threshold}


def _initiative(now: Moment) -> Lesson:
    """Dice in the first turn, bids later [SC-SEQ-3]."""
    return _dice(now) if now.view.turn <= 1 else _bid(now)


def _dice(now: Moment) -> Lesson:
    return Lesson(
        _("Chacun lance %(dice)d dés, et le plus fort total prend le 1er rang ; cela ne coûte rien ce tour-ci.")
        % {"dice": now.view.numbers.initiative_dice},
        _("%(rank)s Dès le tour 2 le rang s'achète par des mises secrètes.") % {"rank": _rank_is_worth(now)},
        ("SC-INI-2", "SC-INI-13"),
    )


def _bid(now: Moment) -> Lesson:
    void = now.settings.overbid == "penalise"
    risk = _("Miser plus que son stock met derrière tous.") if void else _("Miser plus que son stock est refusé.")
    return Lesson(
        _("Misez de 0 à %(stock)d PP, payés quel que soit votre rang : un PP misé est un point de troupes en moins.")
        % {"stock": now.me.stock},
        _("%(standing)s %(rank)s %(risk)s") % {"standing": _standing(now), "rank": _rank_is_worth(now), "risk": risk},
        ("SC-INI-5", "SC-INI-8", "SC-INI-13"),
    )


def _standing(now: Moment) -> str:
    if now.me.rank is None:
        return ""
    facts = {"rank": now.me.rank, "players": len(now.view.players)}
    first, later = _("Vous êtes au 1er rang sur %(players)d."), _("Vous êtes au rang %(rank)d sur %(players)d.")
    return (first if now.me.rank == 1 else later) % facts


def _rank_is_worth(now: Moment) -> str:
    if now.settings.declaration_order == "reverse":
        return _("Le 1er rang déclare ses mouvements en dernier, quand il a vu les autres, et gagne les égalités.")
    return _("Le 1er rang déclare ses mouvements en premier et gagne les égalités.")


def _prepare(now: Moment) -> Lesson:
    is_open = [village for village in now.villages if not village.occupied]
    return Lesson(
        _(
            "Recrutez dans vos villages libres (%(open)d sur %(villages)d), à 1 PP le point sur %(stock)d PP "
            ": un point achète %(figures)s."
        )
        % {"open": len(is_open), "villages": len(now.villages), "stock": now.me.stock, "figures": now.figures},
        _("Plus fortes, vos bandes gagnent leurs combats mais coûtent : %(upkeep)s Votre revenu est de %(income)d PP.")
        % {"upkeep": _next_threshold(now, now.points), "income": now.me.income},
        ("SC-REC-1", "SC-REC-2", "SC-UPK-2"),
    )


def _declare(now: Moment) -> Lesson:
    paid = incomes()
    return Lesson(
        _(
            "Faites avancer une bande : %(far)s jusqu'à %(fast)d points, plus lourde %(near)s, d'une seule traite. "
            "Passer est définitif pour ce tour."
        )
        % _speeds(now),
        _(
            "Sans rival sur un territoire, vous le contrôlez : %(normal)d PP par tour s'il est normal, "
            "%(developed)d développé, un "
            "point de gloire sur %(needed)d s'il est prestigieux (vous en avez %(memory)d). Une bande "
            "ennemie arrête la "
            "vôtre, et c'est un combat. %(met)s"
        )
        % {
            "normal": paid[Category.NORMAL],
            "developed": paid[Category.DEVELOPED],
            "needed": now.view.prestige_to_win,
            "memory": now.me.memory,
            "met": _when_met(now),
        },
        ("SC-MOV-2", "SC-PP-1", "SC-MEM-2", "SC-MOV-8"),
    )


def _when_met(now: Moment) -> str:
    """What becomes of a band an enemy has come to [SC-MOV-8]."""
    if now.settings.engagement == "pinned":
        return _("Rejointe par un ennemi, une bande ne part plus.")
    return _("Rejointe par un ennemi, une bande qui n'a pas bougé peut encore partir.")


def _determine(now: Moment) -> Lesson:
    numbers = now.view.numbers
    return Lesson(
        _(
            "Si un ennemi est à l'un de vos villages où vous n'avez pas de bande, %(least)d à %(most)d "
            "points de la réserve "
            "peuvent le défendre."
        )
        % {"least": numbers.band_least, "most": numbers.band_most},
        _(
            "Un village perdu est rasé : %(income)d PP de moins par tour et %(score)d points de score. "
            "Vaincue, la milice "
            "fait retraite."
        )
        % {"income": numbers.village_income, "score": numbers.village_score},
        ("SC-RSV-4", "SC-RSV-5", "SC-VIL-6", "SC-VIL-8"),
    )


def _combats(now: Moment) -> Lesson:
    up = now.settings.odd_half == "up"
    half = _("(arrondie au-dessus)") if up else _("(arrondie en dessous)")
    return Lesson(
        _(
            "Jouez la bataille à la table et comptez les survivants, ou abandonnez-la : aucune perte, mais le "
            "territoire."
        ),
        _(
            "Une unité tombée à la moitié %(half)s de ses figurines ou moins y reste, à zéro elle n'est "
            "plus ; une bande sans "
            "seigneur ou de moins de %(least)d points fait retraite. %(stakes)s"
        )
        % {"half": half, "least": now.view.numbers.band_least, "stakes": _stakes(now)},
        ("SC-CBT-7", "SC-LOS-1", "SC-OUT-1"),
    )


def _stakes(now: Moment) -> str:
    """What the territories of one's combats are worth to whoever holds them."""
    own = {sheet.combat.territory for sheet in now.view.combats if now.me.seat in sheet.combat.fighters}
    lands = [land for land in now.view.territories if land.id in own]
    told = [
        _("%(place)s : un point de gloire") % {"place": now.names.get(land.id, land.id)}
        if land.category is Category.PRESTIGE
        else _("%(place)s : %(pp)d PP par tour") % {"place": now.names.get(land.id, land.id), "pp": land.income}
        for land in lands
    ]
    return _("En jeu, %(stakes)s.") % {"stakes": ", ".join(told)} if told else ""


def _upkeep(now: Moment) -> Lesson:
    enough = now.me.stock >= cost(now.points, now.settings.upkeep_rule)
    rest = (
        _("Vous avez %(stock)d PP : c'est assez.")
        if enough
        else _("Vous avez %(stock)d PP : démobilisez juste assez d'unités pour payer le reste.")
    )
    return Lesson(
        f"{_next_threshold(now, now.points)} {rest % {'stock': now.me.stock}}",
        _(
            "Qui rentre loge dans la réserve d'un village et ne coûte plus rien ; une bande de moins de "
            "%(least)d points est "
            "dissoute."
        )
        % {"least": now.view.numbers.band_least},
        ("SC-UPK-2", "SC-UPK-5", "SC-UPK-7"),
    )


def _build(now: Moment) -> Lesson:
    numbers = now.view.numbers
    return Lesson(
        _(
            "Sur vos territoires sans ennemi, un village coûte %(village)d PP, un terrain sacré %(site)d "
            "PP. Vous avez "
            "%(stock)d PP ; villages : %(villages)d sur %(most)d."
        )
        % {
            "village": numbers.village_price,
            "site": numbers.site_price,
            "stock": now.me.stock,
            "villages": len(now.villages),
            "most": most_villages(now.settings),
        },
        _(
            "Un village rapporte %(income)d PP par tour (%(more)d d'ici la fin), vaut %(score)d points au "
            "score et permet de "
            "recruter ; il est rasé si le territoire change de mains, et vous ne pouvez pas le détruire. "
            "Un terrain sacré ne rapporte rien ici et sert à la table."
        )
        % {
            "income": numbers.village_income,
            "more": numbers.village_income * now.turns_left,
            "score": numbers.village_score,
        },
        ("SC-VIL-2", "SC-VIL-8", "SC-VIL-5", "SC-SAC-2"),
    )


def _invasion(now: Moment) -> Lesson:
    numbers = now.view.numbers
    least = numbers.portal_price + numbers.band_least + now.view.lord_cost
    return Lesson(
        _(
            "Une fois par tour, une faction extérieure ouvre un portail ou creuse un tunnel pour %(portal)d PP, "
            "plus 1 PP par point de la bande "
            "(%(band)d à %(most)d) : "
            "au moins %(least)d PP, vous en avez %(stock)d."
        )
        % {
            "portal": numbers.portal_price,
            "band": numbers.band_least,
            "most": numbers.band_most,
            "least": least,
            "stock": now.me.stock,
        },
        _(
            "Elle apparaît et prend le contrôle sur tout territoire sans bande ni village ennemis, même "
            "prestigieux, et y crée un terrain sacré gratuit. Elle compte dans l'entretien dès le tour suivant, et son "
            "seigneur parmi vos %(lords)d."
        )
        % {"lords": most_lords(now.settings)},
        ("SC-INV-1", "SC-INV-2", "SC-INV-3", "SC-INV-6"),
    )


LESSONS: Mapping[Step, Callable[[Moment], Lesson]] = {
    Step.SETUP: _setup,
    Step.INITIATIVE: _initiative,
    Step.PREPARE: _prepare,
    Step.DECLARE: _declare,
    Step.DETERMINE: _determine,
    Step.COMBATS: _combats,
    Step.UPKEEP: _upkeep,
    Step.BUILD: _build,
    Step.INVASION: _invasion,
}
