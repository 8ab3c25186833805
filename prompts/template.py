"""Loads and fills prompt texts.

Placeholders are written ``$name``; ``$$`` is a dollar. Values are inserted once and never read
as placeholders themselves. What comes from people, tools or the store is escaped, so that it can't
close the fence around it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from importlib import resources
from string import Template
from typing import Literal

from memory_graph.errors import ConfigurationError
from memory_graph.types import Language

_WEEKDAYS: dict[Language, tuple[str, ...]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
}
_BREAKS = re.compile(r"\s+")
PromptName = Literal["extract", "generate", "summarise"]


@lru_cache(maxsize=16)
def load_template(name: PromptName, language: Language) -> str:
    """The text of a prompt, from ``{name}_{language}.md`` beside this file."""
    source = resources.files("memory_graph.prompts") / f"{name}_{language}.md"
    return source.read_text(encoding="utf-8").strip()


def placeholders(text: str) -> frozenset[str]:
    """The names a prompt text wants filled."""
    return frozenset(Template(text).get_identifiers())


def render(
    name: PromptName, language: Language, values: Mapping[str, str], template: str | None = None
) -> str:
    """The prompt with its values; ``template`` replaces our text.

    Raises ConfigurationError when the replacement has a placeholder nobody fills, or a lone dollar.
    """
    text = Template(template if template is not None else load_template(name, language))
    unknown = sorted(set(text.get_identifiers()) - values.keys()) if text.is_valid() else ["$"]
    if unknown:
        raise ConfigurationError(
            f"template for {name!r} has unknown placeholders {', '.join(unknown)}: use "
            f"{', '.join('$' + key for key in sorted(values))}; write a dollar as $$"
        )
    return text.substitute(values)


def escape(text: str) -> str:
    """Text as data: it can't open or close a tag."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def attribute(text: str) -> str:
    """Text as the value of a tag's attribute, on one line."""
    return escape(one_line(text)).replace('"', "&quot;")


def one_line(text: str) -> str:
    """Text without line breaks, so that it can't fake another entry of a list."""
    return _BREAKS.sub(" ", text).strip()


def local_time(moment: datetime, language: Language) -> str:
    """A time as the reader needs it: date, weekday, minute and the distance to UTC."""
    zone = moment.strftime("%z") or "+0000"
    weekday = _WEEKDAYS[language][moment.weekday()]
    return f"{moment:%Y-%m-%d} {weekday} {moment:%H:%M} UTC{zone[:3]}:{zone[3:5]}"
