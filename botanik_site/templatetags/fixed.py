"""What does not change from page to page is made once. Built into the templates."""

from functools import cache
from typing import Any

from django import template
from django.template import defaulttags
from django.template.base import Node, Parser, Token
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def fixed(name: str) -> SafeString:
    """Another template, which is given nothing: it depends on the language and on nothing else."""
    return _rendered(name, get_language())


@cache
def _rendered(name: str, language: str) -> SafeString:
    return render_to_string(name)


@register.tag
def url(parser: Parser, token: Token) -> Node:
    """Django's own. Where it has no blanks, its address is looked up once.

    The two dozen on a page took a tenth of its time.
    """
    node: Any = defaulttags.url(parser, token)
    has_blanks = node.args or node.kwargs or not isinstance(node.view_name.var, str)
    return node if has_blanks or node.asvar else _FixedUrl(node)


class _FixedUrl(Node):
    def __init__(self, node: Node) -> None:
        self._node = node
        self._address = ""

    def render(self, context: Context) -> str:
        self._address = self._address or self._node.render(context)
        return self._address
