"""Django's `i18n`, which templates load by that name: what is always the same is translated once.

Finding the forty texts of a table anew took a fifteenth of its time. What is kept stands with its
place in the template and by its language, and depends on nothing else.
"""

from typing import Any

from django import template
from django.template.base import Node, Parser, Token, TokenType
from django.template.context import Context
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


@register.tag("translate")
def translate(parser: Parser, token: Token) -> Node:
    """Django's own, and kept where it is given a text as it stands."""
    node: Any = i18n.do_translate(parser, token)
    text = node.filter_expression
    is_text = isinstance(text.var.literal, str) and not text.filters
    return _FixedText(node) if is_text and not node.asvar and not node.message_context else node


@register.tag("blocktranslate")
def blocktranslate(parser: Parser, token: Token) -> Node:
    """Django's own, and kept where it has no blanks."""
    node: Any = i18n.do_block_translate(parser, token)
    has_blanks = any(part.token_type == TokenType.VAR for part in node.singular) or node.counter
    return node if has_blanks or node.asvar or node.message_context else _FixedText(node)


class _FixedText(Node):
    def __init__(self, node: Node) -> None:
        self._node = node
        self._texts: dict[str, str] = {}

    def render(self, context: Context) -> str:
        language = get_language()
        if language not in self._texts:
            self._texts[language] = self._node.render(context)
        return self._texts[language]
