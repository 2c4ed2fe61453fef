"""What does not change from page to page is made once. Built into the templates."""

from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Any
from uuid import UUID

from django import template
from django.template import defaulttags
from django.template.base import FilterExpression, Node, Parser, Token
from django.template.context import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

NO_NUMBER = UUID(int=0)


@register.simple_tag
def fixed(part: str, **given: Hashable) -> SafeString:
    """Another template, which depends on the language and on what it is given here, and is told
    nothing else of the page. Both should have few values.
    """
    return _rendered(part, get_language(), **given)


# A text that is safe equals one that is not, and is another thing.
@lru_cache(maxsize=1024, typed=True)
def _rendered(part: str, _language: str, /, **given: Hashable) -> SafeString:
    return render_to_string(part, given)


@register.tag
def url(parser: Parser, token: Token) -> Node:
    """Django's own. Where it has no blanks, or one for the number of a game or an offer, it is
    looked up once.

    The two dozen on a page took a tenth of its time.
    """
    node: Any = defaulttags.url(parser, token)
    is_fixed = isinstance(node.view_name.var, str) and not node.kwargs and not node.asvar
    found: Node = node
    if is_fixed and len(node.args) < 2:
        found = _NumberedUrl(node) if node.args else _FixedUrl(node)
    return found


class _FixedUrl(Node):
    def __init__(self, node: Node) -> None:
        self._node = node
        self._address = ""

    def render(self, context: Context) -> str:
        self._address = self._address or self._node.render(context)
        return self._address


class _NumberedUrl(Node):
    """An address with one blank. All numbers go to the same place in it."""

    def __init__(self, node: Any) -> None:
        self._node = node
        self._name: str = node.view_name.var
        self._number: FilterExpression = node.args[0]

    def render(self, context: Context) -> str:
        number = self._number.resolve(context)
        if not isinstance(number, UUID):
            return str(self._node.render(context))
        return _around_number(self._name).replace(str(NO_NUMBER), str(number))


@cache
def _around_number(name: str) -> str:
    return reverse(name, args=[NO_NUMBER])
