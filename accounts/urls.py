"""Routes about people."""

from django.urls import path

from accounts.theme import choose_theme

app_name = "accounts"
urlpatterns = [
    path("theme/", choose_theme, name="theme"),
]
