"""The name under which staff find these pages, and the door to all of them."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")


class StaffPagesConfig(admin_apps.AdminConfig):
    default = False  # of this folder
    default_site = "accounts.staff_site.StaffSite"
