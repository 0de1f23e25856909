"""Every address. A room's own pages are mounted under `/g/<stream>/<engine>/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from heraut.web.permissions import Action
from heraut.web.rooms import ROOMS, campaign, odds, room, weekend
from heraut.web.rooms.lab import pages as lab
from heraut.web.rooms.match import plans
from heraut.web.rooms.skirmish import characters
from heraut.web.views import (
    account,
    api,
    archive,
    faults,
    game,
    guides,
    health,
    home,
    live,
    notices,
    questions,
    seats,
)

set_language.action = Action.VISIT  # type: ignore[attr-defined]  # Django's own view, named in our table too

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("new/<slug:engine>/", home.new, name="new"),
    path("import", home.take_in, name="import"),
    path("deleted/<int:id>/file", archive.last_file, name="last-file"),
    path("samples/away", archive.put_samples_away, name="put-samples-away"),
    path("s/<str:token>", seats.take_seat, name="seat"),
    path("n/<str:token>.ics", notices.own_calendar, name="notice-calendar"),
    path("n/<str:token>", notices.own, name="notice"),
    path("push-worker.js", notices.worker, name="push-worker"),
    path("sign-in", account.sign_in, name="sign-in"),
    path("sign-in/<str:token>", account.sign_in_once, name="sign-in-once"),
    path("sign-out", account.sign_out, name="sign-out"),
    path("account", account.account, name="account"),
    path("account/invite", account.invite, name="invite-organiser"),
    path("account/<int:number>/invite", account.invite_again, name="invite-again"),
    path("account/<int:number>/dismiss", account.dismiss, name="dismiss-organiser"),
    path("theme", account.theme, name="theme"),
    path("language", set_language, name="language"),
    path("why/<str:id>", guides.clause, name="clause"),
    path("trouble", health.trouble, name="trouble"),
    path("help/", guides.index, name="help"),
    path("help/<slug:name>", guides.guide, name="help-guide"),
    path("help/img/<slug:name>.png", guides.picture, name="help-picture"),
    path("health", health.health, name="health"),
    path("ready", health.ready, name="ready"),
    path("metrics", health.figures, name="metrics"),
    path("ask/", questions.questions, name="questions"),
    path("ask/<str:name>/", questions.question, name="question"),
    path("odds/", include((odds.PAGES, "odds"))),
    path("lab/", include((lab.PAGES, "lab"))),
    path("map/", include((campaign.PAGES, "maps"))),
    path("plan/", include((plans.PAGES, "plan"))),
    path("w/", include((weekend.PAGES, "weekend"))),
    path("characters/", include((characters.PAGES, "characters"))),
    path("g/<slug:stream>/", game.page, name="game"),
    path("g/<slug:stream>/welcome", seats.welcome, name="welcome"),
    path("g/<slug:stream>/log", game.log, name="log"),
    path("g/<slug:stream>/seals", game.sealed, name="seals"),
    path("g/<slug:stream>/turn", game.turn, name="turn"),
    path("g/<slug:stream>/send", game.send, name="send"),
    path("g/<slug:stream>/dice", game.dice, name="dice"),
    path("g/<slug:stream>/undo/<int:entry>", game.undo, name="undo"),
    path("g/<slug:stream>/place", game.take_place, name="place"),
    path("g/<slug:stream>/export", game.export, name="export"),
    path("g/<slug:stream>/live", live.live, name="live"),
    path("g/<slug:stream>/hand-over", archive.hand_over, name="hand-over"),
    path("g/<slug:stream>/hand-over/file", archive.hand_over_file, name="hand-over-file"),
    path("g/<slug:stream>/hand-over/moved", archive.moved, name="moved"),
    path("g/<slug:stream>/notices", notices.page, name="notices"),
    path("g/<slug:stream>/notices/add", notices.add, name="add-notice"),
    path("g/<slug:stream>/notices/channel", notices.channel, name="notice-channel"),
    path("g/<slug:stream>/notices/<int:number>/remove", notices.remove, name="remove-notice"),
    path("g/<slug:stream>/archive", archive.archive, name="archive"),
    path("g/<slug:stream>/delete", archive.delete, name="delete"),
    path("g/<slug:stream>/seats", seats.seats, name="seats"),
    path("g/<slug:stream>/seats/invite", seats.invite, name="invite"),
    path("g/<slug:stream>/seats/publish", seats.publish, name="publish"),
    path("g/<slug:stream>/seats/<int:link>/renew", seats.renew, name="renew"),
    path("g/<slug:stream>/seats/<int:link>/withdraw", seats.withdraw, name="withdraw"),
    path("api/openapi.json", api.openapi, name="api-openapi"),
    path("api/ask/<str:name>", api.ask, name="api-ask"),
    path("api/streams", api.streams, name="api-streams"),
    path("api/streams/<slug:stream>/commands", api.send, name="api-commands"),
    path("api/streams/<slug:stream>/view", api.view, name="api-view"),
    path("api/streams/<slug:stream>/log", api.log, name="api-log"),
    path("api/streams/<slug:stream>/live", live.live, name="api-live"),
    path("api/streams/<slug:stream>/export", api.export, name="api-export"),
    path("api/streams/<slug:stream>/tokens", api.tokens, name="api-tokens"),
    path("api/streams/<slug:stream>/webhooks", api.webhooks, name="api-webhooks"),
    *(path(f"g/<slug:stream>/{engine}/", include((list(room(engine).pages), engine))) for engine in ROOMS),
]

handler400 = faults.bad_request
handler403 = faults.forbidden
handler404 = faults.not_found
handler500 = faults.our_fault
