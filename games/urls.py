"""Routes of playing."""

from django.urls import path

from games.views import data_exports, home, live_checks, profiles

app_name = "games"
urlpatterns = [
    path("", home.home, name="home"),
    path("@<slug:name>/", profiles.profile, name="profile"),
    path("@<slug:name>/block/", profiles.change_block, name="block"),
    path("play/", home.play, name="play"),
    path("account/data/", data_exports.page, name="data_exports"),
    path("account/data/<int:export_id>/", data_exports.download, name="data_export"),
    path("live/", live_checks.new, name="new_live_check"),
    path("live/<uuid:check_id>/", live_checks.detail, name="live_check"),
    path("live/<uuid:check_id>/ask/", live_checks.ask, name="ask_live_check"),
]
