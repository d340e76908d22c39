"""Sentences that are the same for every reader of a language, put into its templates for good.

Each language has templates of its own, so a sentence without facts need not be looked up each time
that a page is rendered: it is text like the text around it.
"""

from __future__ import annotations

from typing import Any

from jinja2 import nodes
from jinja2.ext import InternationalizationExtension


class PlainText(InternationalizationExtension):
    """The ``trans`` block, translated while the template is compiled if it holds no facts."""

    def _make_node(self, singular: str, plural: str | None, *rest: Any) -> nodes.Output:
        _context, variables, *_ = rest
        if plural is not None or variables:
            return super()._make_node(singular, plural, *rest)
        language = self.environment.globals["language"]
        sentence: str = language.gettext(singular)  # type: ignore[attr-defined]
        return nodes.Output([nodes.TemplateData(sentence % {})])
