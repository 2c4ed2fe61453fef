"""Routes about people. Sign-up, login and what belongs to them are allauth's, beside these."""

from django.urls import path

from accounts import guests
from accounts.theme import choose_theme
from accounts.views import addresses, blocks, farewell, preferences, profiles, sessions

app_name = "accounts"
urlpatterns = [
    path("theme/", choose_theme, name="theme"),
    path("account/login/", guests.GuestLoginView.as_view(), name="login"),
    path("account/email/", addresses.AddressView.as_view(), name="address"),
    path("account/sessions/", sessions.SessionsView.as_view(), name="sessions"),
    path("account/sessions/<int:session_id>/end/", sessions.end_session, name="end_session"),
    path("account/blocks/", blocks.list_blocks, name="blocks"),
    path("account/leave/", farewell.leave, name="leave"),
    path("account/preferences/", preferences.edit_preferences, name="preferences"),
    path("account/profile/", profiles.edit_profile, name="edit_profile"),
    path("account/username/", profiles.change_username, name="change_username"),
]
