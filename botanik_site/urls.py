"""The routes of the site."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from botanik_site import errors
from botanik_site.mailbox import mailbox

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    # Staff come in by the same door as everybody, and change their password where everybody does.
    path("admin/login/", secure_admin_login(admin.site.login)),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    # Nothing there completes names or leads to a row's own page: who asks in this way is curious.
    path("admin/autocomplete/", errors.nowhere),
    path("admin/r/<path:content_type_id>/<path:object_id>/", errors.nowhere),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
]
if settings.MAIL_PAGE:
    urlpatterns.append(path("mail/", mailbox, name="mailbox"))

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler429 = errors.too_many  # allauth looks for it here
handler500 = errors.server_error
