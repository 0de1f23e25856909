"""
The rules of a campaign as this group plays them, on a page and on paper: what is looked up between two battles.

Every number comes from the tables and the settings in force; every line knows its clauses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from heraut.campaign.settings import Settings, most_lords, most_villages
from heraut.campaign.tables import Category, incomes, upkeep_rows
from heraut.campaign.view import CampaignView
from heraut.press import paper
from heraut.web.downloads import printed
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.campaign.names import Names, known_names
from heraut.web.sentences import Rule
from heraut.web.views.game import common


@dataclass(frozen=True, slots=True)
class RuleSection:
    """The rules of one subject."""

    heading: str
    lines: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class InForce:
    """What the sentences are made from: the campaign as everybody sees it, and what its group chose."""

    view: CampaignView
    settings: Settings
    figures: str

    @property
    def limits(self) -> dict[str, int]:
        """The points of a band, for sentences."""
        return {"least": self.view.numbers.band_least, "most": self.view.numbers.band_most}


def campaign_rules(view: CampaignView, settings: Settings, names: Names) -> tuple[RuleSection, ...]:
    """Every rule a player looks up, by subject, in the order of a turn."""
    kinds = (f"{row.figures} {names.get(row.kind, row.kind)}" for row in view.catalogue)
    now = InForce(view, settings, _(" ou ").join(kinds))
    subjects = (
        (_("Gagner"), _victory),
        (_("Bandes et seigneurs"), _bands),
        (_("Initiative"), _initiative),
        (_("Recruter et transférer"), _recruiting),
        (_("Mouvements"), _moves),
        (_("Contrôle et combats"), _combats),
        (_("Issue d'un combat"), _outcome),
        (_("Pertes"), _losses),
        (_("Retraite"), _retreat),
        (_("Réserve"), _reserve),
        (_("Revenu et entretien"), _upkeep),
        (_("Constructions"), _building),
        (_("Invasions"), _invasions),
    )
    return tuple(RuleSection(heading, tuple(told(now))) for heading, told in subjects)


def _victory(now: InForce) -> Iterator[Rule]:
    view = now.view
    yield Rule(
        _("Par la gloire, à la fin d'un tour. Points à avoir sur la piste de la mémoire : %(needed)d.")
        % {"needed": view.prestige_to_win},
        ("SC-VIC-2", "SC-VIC-5"),
    )
    yield Rule(
        _(
            "Chaque territoire prestigieux dont vous prenez le contrôle donne un point, avec ou sans bataille. "
            "La piste a %(places)d places ; pleine, elle perd son plus ancien point."
        )
        % {"places": view.numbers.memory_places},
        ("SC-MEM-2", "SC-MEM-4", "SC-MEM-5"),
    )
    yield Rule(
        _("Aux points : après le tour %(turns)d, PP en stock, points des bandes sur la carte et %(score)d par village.")
        % {"turns": view.turns, "score": view.numbers.village_score},
        ("SC-VIC-4", "SC-END-2", "SC-END-3"),
    )
    yield Rule(
        _("À égalité, le mieux placé sur la piste d'initiative passe devant."), ("SC-VIC-3", "SC-END-4", "SC-GEN-5")
    )


def _bands(now: InForce) -> Iterator[Rule]:
    view = now.view
    yield Rule(
        _(
            "Une bande : un seigneur et %(least)d à %(most)d points d'unités. Le seigneur et les unités gratuites "
            "comptent 0."
        )
        % now.limits,
        ("SC-BND-1", "SC-BND-2"),
    )
    yield Rule(
        _(
            "Un point achète %(figures)s. Une unité entamée vaut sa part : la moitié des figurines, "
            "la moitié des points."
        )
        % {"figures": now.figures},
        ("SC-BND-3", "SC-BND-9"),
    )
    yield Rule(
        _("Au plus par joueur, seigneurs vivants : %(lords)d ; villages : %(villages)d.")
        % {"lords": most_lords(now.settings), "villages": most_villages(now.settings)},
        ("SC-PLY-1", "SC-LRD-2", "SC-VIL-3"),
    )
    yield Rule(
        _("Au départ, bandes : %(bands)d, de %(points)d points chacune ; un village ; PP : %(pp)d.")
        % {"bands": view.starting_bands, "points": view.starting_band_points, "pp": now.settings.starting_pp},
        ("SC-SET-3", "SC-SET-4", "SC-SET-6"),
    )
    yield Rule(
        _("Un seigneur mort l'est pour de bon, avec son expérience ; un autre se recrute."), ("SC-LRD-4", "SC-LRD-6")
    )


def _initiative(now: InForce) -> Iterator[Rule]:
    yield Rule(
        _(
            "Tour 1 : %(dice)dD6 chacun, le plus fort total d'abord ; seuls les ex æquo relancent. Le premier est "
            "le favori des dieux."
        )
        % {"dice": now.view.numbers.initiative_dice},
        ("SC-INI-2", "SC-INI-3", "SC-INI-4"),
    )
    yield Rule(
        _("Ensuite : mises secrètes de PP, révélées ensemble et payées dans tous les cas. La plus haute passe devant."),
        ("SC-INI-5", "SC-INI-6", "SC-INI-7", "SC-INI-9"),
    )
    yield Rule(
        _("Le favori des dieux range les ex æquo ; puis le premier du nouvel ordre devient le favori."),
        ("SC-INI-10", "SC-INI-11"),
    )
    void = _("Une mise au-dessus du stock est nulle : rien n'est payé, et elle passe derrière toutes les autres.")
    refused = _("Une mise au-dessus du stock est refusée.")
    yield Rule(void if now.settings.overbid == "penalise" else refused, ("SC-INI-8",))


def _recruiting(now: InForce) -> Iterator[Rule]:
    yield Rule(
        _(
            "Seulement dans vos villages sans ennemi, à 1 PP le point ; la somme d'un ordre est arrondie "
            "au-dessus. Seigneur : %(lord)d PP."
        )
        % {"lord": now.view.lord_cost},
        ("SC-REC-1", "SC-REC-2", "SC-LRD-1", "SC-VIL-7"),
    )
    yield Rule(
        _(
            "Sur un même territoire, des unités entières passent d'une de vos bandes à l'autre, ou à la réserve "
            "du village."
        ),
        ("SC-BND-6", "SC-RSV-3"),
    )


def _moves(now: InForce) -> Iterator[Rule]:
    settings, numbers = now.settings, now.view.numbers
    last, first = (
        _("Chacun déclare un mouvement à tour de rôle, le dernier rang d'abord. Qui passe a fini pour ce tour."),
        _("Chacun déclare un mouvement à tour de rôle, le premier rang d'abord. Qui passe a fini pour ce tour."),
    )
    yield Rule(last if settings.declaration_order == "reverse" else first, ("SC-DEC-1", "SC-DEC-2", "SC-DEC-3"))
    yield Rule(
        _("Jusqu'à %(fast)d points : %(far)s au plus ; au-dessus : %(near)s. Ce qui n'est pas utilisé est perdu.")
        % {"fast": settings.fast_max_points, "far": _roads(numbers.fast_steps), "near": _roads(numbers.slow_steps)},
        ("SC-MOV-2", "SC-MOV-3"),
    )
    pinned = _(
        "Une bande ennemie sur le chemin arrête la vôtre. Une bande rejointe par un ennemi ne part plus : il y a "
        "combat."
    )
    free = _(
        "Une bande ennemie sur le chemin arrête la vôtre. Une bande rejointe qui n'a pas bougé peut encore partir."
    )
    yield Rule(pinned if settings.engagement == "pinned" else free, ("SC-MOV-5", "SC-MOV-8"))
    yield Rule(_("Seul le territoire où le mouvement finit est revendiqué."), ("SC-MOV-7",))


def _roads(steps: int) -> str:
    return ngettext("%(n)d route", "%(n)d routes", steps) % {"n": steps}


def _combats(now: InForce) -> Iterator[Rule]:
    yield Rule(
        _(
            "Sans rival sur un territoire, vous le contrôlez, sans y laisser de garnison. Le village et le terrain "
            "sacré d'un autre y disparaissent."
        ),
        ("SC-DET-4", "SC-CTL-1", "SC-CTL-3", "SC-VIL-6"),
    )
    yield Rule(
        _(
            "Deux à %(most)d joueurs : une bataille, « Revendiquer le territoire ». Davantage : les %(most)d "
            "derniers rangs d'abord, puis les autres contre le vainqueur."
        )
        % {"most": now.view.numbers.battle_most},
        ("SC-DET-5", "SC-CBT-4", "SC-MUL-5", "SC-MUL-8"),
    )
    yield Rule(
        _(
            "Avant la bataille, réorganisez vos unités présentes, puis alignez une seule bande. Les batailles se "
            "jouent dans l'ordre qui vous convient."
        ),
        ("SC-CBT-1", "SC-CBT-2", "SC-CBT-3"),
    )
    yield Rule(_("Défend qui contrôle le territoire ; sinon, qui y est arrivé en premier."), ("SC-DET-6",))


def _outcome(now: InForce) -> Iterator[Rule]:
    yield Rule(
        _(
            "Apte : seigneur vivant et %(least)d points ou plus, pertes faites. Qui n'est pas apte fait toujours "
            "retraite."
        )
        % now.limits,
        ("SC-OUT-1", "SC-LRD-5", "SC-BND-5"),
    )
    yield Rule(
        _("L'attaquant gagne : il prend le territoire, même s'il doit faire retraite. Le défenseur fait retraite."),
        ("SC-OUT-1", "SC-OUT-2"),
    )
    yield Rule(
        _("Le défenseur gagne : il garde le territoire, même s'il doit faire retraite. L'attaquant fait retraite."),
        ("SC-OUT-1", "SC-OUT-2"),
    )
    kept = _(
        "Égalité : le contrôle ne change pas, qui est apte reste. Sur un territoire à personne, le défenseur "
        "prend le contrôle."
    )
    nobody = _("Égalité : le contrôle ne change pas, qui est apte reste. Un territoire à personne n'est à personne.")
    yield Rule(kept if now.settings.neutral_draw == "defender" else nobody, ("SC-OUT-1", "SC-OUT-3"))
    yield Rule(
        _(
            "À trois ou plus : seul le vainqueur reste, s'il est apte ; à égalité, les premiers restent et le "
            "contrôle ne change pas."
        ),
        ("SC-MUL-2", "SC-MUL-3", "SC-MUL-4"),
    )
    yield Rule(_("Abandonner : vous perdez le combat sans aucune perte."), ("SC-CBT-7",))


def _losses(now: InForce) -> Iterator[Rule]:
    up = now.settings.odd_half == "up"
    half = _("arrondie au-dessus") if up else _("arrondie en dessous")
    yield Rule(
        _(
            "Plus de la moitié des figurines (%(half)s) : l'unité revient entière. De 1 à la moitié : à la "
            "moitié. Aucune : elle disparaît."
        )
        % {"half": half},
        ("SC-LOS-1", "SC-LOS-2"),
    )
    yield Rule(
        _("On compte depuis l'effectif d'avant cette bataille, pour les vainqueurs comme pour les autres."),
        ("SC-LOS-3", "SC-LOS-4"),
    )


def _retreat(now: InForce) -> Iterator[Rule]:
    yield Rule(
        _(
            "L'armée quitte la carte, puis revient au plus proche de vos villages. Seigneur vivant : au début du "
            "tour suivant. Seigneur mort : à la fin du tour suivant, dans la réserve."
        ),
        ("SC-RET-1", "SC-RET-3", "SC-RET-4", "SC-RET-5"),
    )
    yield Rule(
        _("Villages aussi proches : vous choisissez si le seigneur vit, sinon votre adversaire."),
        ("SC-RET-6", "SC-RET-7"),
    )
    gone = _("Sans aucun village, ces troupes disparaissent, et la moitié de leurs points vous revient en PP.")
    all_gone = _(
        "Sans aucun village, toutes vos troupes disparaissent, et la moitié de leurs points vous revient en PP."
    )
    yield Rule(gone if now.settings.homeless_scope == "offmap" else all_gone, ("SC-HOM-1", "SC-HOM-3"))


def _reserve(now: InForce) -> Iterator[Rule]:
    needs_lord = now.settings.reserve_needs_lord
    alone = _(
        "Attaqué sans bande, un village peut aligner %(least)d à %(most)d points de sa réserve, avec ou sans seigneur."
    )
    led = _(
        "Attaqué sans bande, un village peut aligner %(least)d à %(most)d points de sa réserve, menés par un seigneur."
    )
    yield Rule((led if needs_lord else alone) % now.limits, ("SC-RSV-4", "SC-RSV-5", "SC-RSV-6"))
    fled = _("Vaincue, cette milice fait retraite. Les troupes restées à la réserve fuient avec elle.")
    lost = _("Vaincue, cette milice fait retraite. Les troupes restées à la réserve sont perdues.")
    yield Rule(fled if now.settings.reserve_on_loss == "flee" else lost, ("SC-RSV-7", "SC-RSV-8", "SC-RSV-9"))
    yield Rule(_("Une réserve ne coûte pas d'entretien et ne compte pas au score."), ("SC-RSV-2",))


def _upkeep(now: InForce) -> Iterator[Rule]:
    paid, numbers = incomes(), now.view.numbers
    yield Rule(
        _(
            "Revenu : %(normal)d PP par territoire normal, %(developed)d développé, %(prestige)d prestigieux ; un "
            "village ajoute %(village)d PP."
        )
        % {
            "normal": paid[Category.NORMAL],
            "developed": paid[Category.DEVELOPED],
            "prestige": now.settings.prestige_income,
            "village": numbers.village_income,
        },
        ("SC-PP-1", "SC-PP-2", "SC-PP-3"),
    )
    exceeded, reached = _("Entretien, bandes de plus de : %(table)s."), _("Entretien, bandes à partir de : %(table)s.")
    rows = " ; ".join(
        _("%(points)d points : %(pp)d PP") % {"points": row.threshold, "pp": row.cost} for row in upkeep_rows()
    )
    yield Rule(
        (exceeded if now.settings.upkeep_rule == "exceed" else reached) % {"table": rows}, ("SC-UPK-2", "SC-UPK-3")
    )
    yield Rule(
        _(
            "Qui ne peut pas payer démobilise juste assez d'unités : elles rentrent à la réserve du village le "
            "plus proche."
        ),
        ("SC-UPK-5", "SC-UPK-6", "SC-UPK-8"),
    )


def _building(now: InForce) -> Iterator[Rule]:
    numbers = now.view.numbers
    yield Rule(
        _(
            "Un village : %(price)d PP, sur un territoire que vous contrôlez, sans ennemi ni village. On ne "
            "détruit pas le sien."
        )
        % {"price": numbers.village_price},
        ("SC-VIL-2", "SC-VIL-5"),
    )
    yield Rule(
        _("Un terrain sacré : %(price)d PP, sans effet sur la carte ; il sert à la table.")
        % {"price": numbers.site_price},
        ("SC-SAC-1", "SC-SAC-2"),
    )
    if now.settings.resurgence == "village":
        yield Rule(
            _(
                "Sans plus rien sur la carte, on peut fonder un village sur tout territoire sans bande ni village "
                "ennemis."
            ),
            ("SC-HOM-5", "SC-HOM-6"),
        )


def _invasions(now: InForce) -> Iterator[Rule]:
    yield Rule(
        _(
            "Factions extérieures seulement, une fois par tour et dans l'ordre d'initiative : %(portal)d PP pour "
            "le portail ou le tunnel, plus la bande et son nouveau seigneur."
        )
        % {"portal": now.view.numbers.portal_price},
        ("SC-INV-1", "SC-INV-2", "SC-INV-4", "SC-INV-7"),
    )
    yield Rule(
        _("Sur tout territoire sans bande ni village ennemis : il est à vous, avec un terrain sacré gratuit."),
        ("SC-INV-3", "SC-INV-5", "SC-INV-6"),
    )


def _sections(game: Game) -> tuple[RuleSection, ...]:
    return campaign_rules(game.view, game.settings, known_names(game, language()))


@require_safe
@needs(Action.WATCH)
def rules(request: HttpRequest, game: Game) -> HttpResponse:
    """The rules of this campaign, to read on a phone."""
    return render(request, "campaign/rules.html", {**common(game), "sections": _sections(game)})


@require_safe
@needs(Action.WATCH)
def rules_paper(request: HttpRequest, game: Game) -> HttpResponse:
    """The same on one page of paper."""
    return printed(request, game.header.title, rules_sheet(game), label=_("Règles de la campagne"))


def rules_sheet(game: Game) -> paper.RulesSheet:
    """The rules of this campaign as a sheet."""
    return paper.RulesSheet(
        event=paper.Occasion(game.header.title),
        title=_("Règles de la campagne"),
        sections=tuple(
            paper.Section(section.heading, tuple(line.sentence for line in section.lines))
            for section in _sections(game)
        ),
    )
