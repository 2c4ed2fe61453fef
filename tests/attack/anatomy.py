"""What the attacked site is made of, found by itself: routes, what views read, what lists filter.

Runs inside the site's environment.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.regex_helper import normalize

# Names that a view reads by itself, without a form.
READ = re.compile(r"""(?:GET|POST|data)(?:\.get|\.getlist)?[(\[]\s*["']([\w.~-]+)["']""")
NUMBERED = re.compile(r"""_number\(\w+, ["'](\w+)["']\)""")


def describe() -> dict[str, Any]:
    return {
        "routes": list(_routes(get_resolver())),
        "filters": _filters(),
        "pool": settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"],
    }


def _routes(resolver: URLResolver, path: str = "/", route: str = "/") -> Iterator[dict[str, Any]]:
    """Every route: how it is logged, a template of its path, its blanks, and what it reads."""
    for entry in resolver.url_patterns:
        template, _blanks = normalize(entry.pattern.regex.pattern)[0]
        here, told = path + template, route + str(entry.pattern).removeprefix("^")
        if isinstance(entry, URLResolver):
            yield from _routes(entry, here, told)
            continue
        assert isinstance(entry, URLPattern)
        blanks = re.findall(r"%\((\w+)\)s", here)
        yield {"route": told, "path": here, "blanks": blanks, "reads": _reads(entry.callback)}


def _reads(view: Callable[..., Any]) -> list[str]:
    """The fields of a view's form, and what its module asks requests for; `next` is read anywhere.

    Not every form is on a page that somebody is shown: some are in the middle of a way.
    """
    view = inspect.unwrap(view)
    view = getattr(view, "view_class", view)
    source = inspect.getsource(sys.modules[view.__module__])
    form = getattr(view, "form_class", None)
    fields = getattr(form, "base_fields", {})
    return sorted({*fields, *READ.findall(source), *NUMBERED.findall(source), REDIRECT_FIELD_NAME})


def _filters() -> dict[str, list[str]]:
    """What the lists of the admin can be filtered by, by their address: lookups of all columns."""
    found = {}
    for model, options in admin.site._registry.items():
        names = [
            f"{field.name}__{lookup}"
            for field in model._meta.concrete_fields
            for lookup in field.get_lookups()
        ]
        related = [name.lstrip("=^@") for name in options.search_fields if "__" in name]
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        found[address] = [*names, *related, "q", "o", "p", "all", "_popup", "_to_field"]
    return found
