"""Routes of playing."""

from django.urls import path

from games.views import (
    absences,
    art,
    bots,
    data_exports,
    home,
    live_checks,
    offers,
    profiles,
    rules,
    tables,
)

app_name = "games"
urlpatterns = [
    path("", home.home, name="home"),
    path("@<slug:name>/", profiles.profile, name="profile"),
    path("@<slug:name>/block/", profiles.change_block, name="block"),
    path("account/absences/", absences.list_absences, name="absences"),
    path("account/absences/<int:absence_id>/end/", absences.end, name="end_absence"),
    path("play/", home.play, name="play"),
    path("play/next/", home.next_game, name="next_game"),
    path("rules/", rules.rules, name="rules"),
    path("bots/", bots.roster, name="bots"),
    path("bots/<slug:slug>/", bots.challenge, name="challenge_bot"),
    path("art/", art.art, name="art"),
    path("manifest.webmanifest", art.manifest, name="manifest"),
    path("offers/", offers.lobby, name="lobby"),
    path("offers/new/", offers.new, name="new_offer"),
    path("offers/<uuid:offer_id>/", offers.detail, name="offer"),
    path("offers/<uuid:offer_id>/accept/", offers.accept, name="accept_offer"),
    path("offers/<uuid:offer_id>/decline/", offers.decline, name="decline_offer"),
    path("offers/<uuid:offer_id>/withdraw/", offers.withdraw, name="withdraw_offer"),
    path("offers/<uuid:offer_id>/renew/", offers.renew, name="renew_offer"),
    path("games/<uuid:game_id>/", tables.table, name="table"),
    path("games/<uuid:game_id>/moves/", tables.list_moves, name="moves"),
    path("games/<uuid:game_id>/record/", tables.record, name="record"),
    path("games/<uuid:game_id>/resign/", tables.resign, name="resign"),
    path("games/<uuid:game_id>/abort/", tables.abort, name="abort"),
    path("games/<uuid:game_id>/draw/", tables.ask_draw, name="ask_draw"),
    path("games/<uuid:game_id>/draw/answer/", tables.answer_draw, name="answer_draw"),
    path("games/<uuid:game_id>/day/", tables.give_day, name="give_day"),
    path("games/<uuid:game_id>/note/", tables.write_note, name="write_note"),
    path("games/<uuid:game_id>/rematch/", tables.rematch, name="rematch"),
    path("account/data/", data_exports.page, name="data_exports"),
    path("account/data/<int:export_id>/", data_exports.download, name="data_export"),
    path("live/", live_checks.new, name="new_live_check"),
    path("live/<uuid:check_id>/", live_checks.detail, name="live_check"),
    path("live/<uuid:check_id>/ask/", live_checks.ask, name="ask_live_check"),
]
