"""Forms at the door, which must not tell who has an account: not by words, time or queries."""

import secrets

from allauth.account.forms import ResetPasswordForm as DefaultResetPasswordForm
from allauth.account.forms import SignupForm as DefaultSignupForm
from allauth.account.internal.flows.email_verification import get_address_for_user
from allauth.account.utils import has_verified_email
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from accounts import sanctions, selectors, services
from accounts.models import User


class SignupForm(DefaultSignupForm):
    """Makes an account as a whole or not at all.

    Raises a ValidationError for a name that somebody else has taken since the form was looked at.
    """

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        if self.account_already_exists:
            self._pretend(request)
        else:
            with services.taken_name_refused():
                return self.save(request), None
        answer: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return answer

    def _pretend(self, request: HttpRequest) -> None:
        """Do for an address that has an account what is done for a new one, and take it back."""
        known = self.cleaned_data["email"]
        self.cleaned_data["email"] = f"{secrets.token_hex(8)}@address.invalid"
        self.account_already_exists = False
        with services.taken_name_refused():
            person = self.save(request)
            # What the rest of a sign-up asks about somebody.
            sanctions.demand(person, "enter")
            has_verified_email(person)
            User.objects.get(pk=get_address_for_user(person).user_id)
            transaction.set_rollback(True)
        self.cleaned_data["email"] = known
        self.account_already_exists = True


class ResetPasswordForm(DefaultResetPasswordForm):
    """Looks for the address once, whether or not it is known."""

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        person = selectors.find_by_address(email)
        self.users = [person] if person and person.is_active else []
        return email
