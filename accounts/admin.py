"""Pages for staff. They write through the same services as everybody else."""

from typing import Any, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import BooleanField, Model, QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import roles, staffing
from accounts.models import AuditEntry, User
from accounts.refusals import Refusal
from accounts.roles import Role

admin.site.site_header = admin.site.site_title = settings.SITE_NAME
# What other packages bring: secrets of second factors, sessions, addresses without their proof,
# and groups, for whoever is staff may do what these pages offer.
admin.site.unregister([EmailAddress, Authenticator, UserSession, Group])


# Rows are made and ended by services; nothing is deleted on these pages.
admin.site.disable_action("delete_selected")

# Longer than an address; each of many words would be one more condition.
LONGEST_SEARCH = 300


class ForStaff:
    """To be looked at by staff. What else they may do, a page says for itself."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _is_staff(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return _is_staff(request)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class StaffAdmin(ForStaff, admin.ModelAdmin):  # type: ignore[type-arg]  # generic only for mypy
    """A list and its rows, which answer no question about what they do not show.

    Django's own lists let any column be asked about, a password's hash letter by letter.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether a filter of this list has a link that asks this: nothing else is answered.

        A filter of another kind than those of `_answers` is decided about here first.
        """
        name, _sep, way = lookup.rpartition("__")
        filters = {one[0] if isinstance(one, tuple) else one for one in self.list_filter}
        return way == "exact" and name in filters and value in self._answers(name)

    def _answers(self, name: str) -> set[str]:
        """What the links of a filter send."""
        field = self.opts.get_field(name)
        if isinstance(field, BooleanField):
            return {"0", "1"}
        return {str(choice) for choice, _label in getattr(field, "flatchoices", ())}

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        # Django's own way asks the rows that point here, and stumbles over some.
        return to_field == self.opts.pk.name

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        # Django would speak of a broken database to who asks for page 99 twice.
        try:
            return super().get_changelist_instance(request)
        except IncorrectLookupParameters as error:
            raise Refusal(gettext("This is no page of the list.")) from error

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if len(search_term) > LONGEST_SEARCH:
            raise Refusal(gettext("This is longer than anything that can be found here."))
        return super().get_search_results(request, queryset, search_term)

    def response_action(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        # Django hands these to the database as they come.
        for selected in request.POST.getlist(ACTION_CHECKBOX_NAME):
            try:
                self.opts.pk.clean(selected, None)
            except ValidationError as error:
                raise Refusal(gettext("What was selected is no row of this list.")) from error
        return super().response_action(request, *args, **options)


def _is_staff(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_active and request.user.is_staff


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]  # generic only for mypy
    """What of a person can be changed here, and their role, for who may say it."""

    role = forms.TypedChoiceField(
        label=capfirst(_("role")), choices=Role.choices, coerce=int, required=False
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if "role" in self.fields and self.instance.pk:
            self.fields["role"].initial = roles.role_of(self.instance)


@admin.register(User)
class UserAdmin(StaffAdmin):
    """People, to be looked at. Who has which role, administrators say; all else moderators do."""

    form = PersonForm

    list_display = ("username", "email", "date_joined", "last_seen_at", "is_guest", "is_staff")
    list_filter = ("is_staff", "is_guest", "is_active")
    # All of it is shown with the person, so that a search tells nothing more.
    search_fields = ("username", "email", "emailaddress__email", "former_names__name")
    ordering = ("-date_joined", "-pk")
    show_full_result_count = False
    public = ("about", "pronouns", "languages")
    facts = (
        "username", "former_names", "email", "addresses", "is_guest", "is_active", "date_joined",
        "last_seen_at", "renamed_at", "leaving_at", "time_zone", "country", "is_staff",
        "is_superuser",
    )  # fmt: skip
    readonly_fields = (*facts, *public)

    @admin.display(description=_("former names"))
    def former_names(self, person: User) -> str:
        return ", ".join(person.former_names.order_by("name").values_list("name", flat=True))

    @admin.display(description=_("addresses"))
    def addresses(self, person: User) -> str:
        """Those not proven, too, for a search finds them; whose they are is then open."""
        claims = person.emailaddress_set.order_by("email")  # type: ignore[attr-defined]
        unproven = gettext("%(address)s (not confirmed)")
        return ", ".join(
            claim.email if claim.verified else unproven % {"address": claim.email}
            for claim in claims
        )

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Their role, by who may say it, and never one's own."""
        if not _is_staff(request) or not isinstance(obj, User):
            return False
        judge = cast("User", request.user)
        return roles.may(judge, roles.APPOINT) and roles.may_judge(judge, obj)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        appoints = roles.may(cast("User", request.user), roles.APPOINT)
        return (*self.facts, *self.public, *(("role",) if appoints else ()))

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:  # noqa: FBT001
        role = form.cleaned_data.get("role")
        if "role" in form.changed_data and role not in (None, ""):
            staffing.appoint(person=obj, by=cast("User", request.user), role=Role(role))


@admin.register(AuditEntry)
class AuditAdmin(StaffAdmin):
    """What was done with more rights than a player's. The database lets nobody change it."""

    list_display = ("number", "made_at", "action", "actor", "person", "thing", "facts")
    fields = readonly_fields = (*list_display, "previous", "digest")
    search_fields = ("=actor", "=person", "=thing", "=action")
    ordering = ("-number",)
    show_full_result_count = False
