"""What a browser says for a passkey: JSON, which anybody can send in any shape."""

from collections.abc import Callable
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms as default
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from django import forms

# What the libraries beneath raise at a credential that no browser wrote.
FAULTS = (
    ArithmeticError, AttributeError, InvalidSignature, LookupError, NotImplementedError,
    RecursionError, TypeError, UnsupportedAlgorithm, ValueError,
)  # fmt: skip


def judge(look: Callable[..., Any], *what: Any) -> Any:
    """Look at a credential; what cannot be read is no credential of this person's."""
    try:
        return look(*what)
    except FAULTS as error:
        raise get_adapter().validation_error("incorrect_code") from error


class CredentialField(forms.JSONField):
    """JSON; deeper or with larger numbers than Python reads, it is not valid, as any other."""

    def to_python(self, value: Any) -> Any:
        return judge(super().to_python, value)

    def bound_data(self, data: Any, initial: Any) -> None:
        """Nothing: one that was refused is of no more use, and cannot even always be shown."""

    def prepare_value(self, value: Any) -> str:
        return ""


class CredentialForm(forms.Form):
    credential = CredentialField(widget=forms.HiddenInput)


class AddForm(CredentialForm, default.AddWebAuthnForm):
    def clean(self) -> Any:
        return judge(super().clean)


class AnswerForm(CredentialForm):
    """What the three forms share in which somebody shows a passkey that they have."""

    def clean_credential(self) -> Any:
        return judge(super().clean_credential)  # type: ignore[misc]  # of the form beside it


class LoginForm(AnswerForm, default.LoginWebAuthnForm):
    pass


class ReauthenticateForm(AnswerForm, default.ReauthenticateWebAuthnForm):
    pass


class AuthenticateForm(AnswerForm, default.AuthenticateWebAuthnForm):
    pass
