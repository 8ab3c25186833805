"""Reads JSON out of what a model wrote.

Models wrap JSON in prose or code fences, leave a comma too many, put bare quotes and line breaks
into strings, use full-width punctuation, or stop in the middle. What is complete is kept; the cut
is reported, never hidden.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from memory_graph.errors import ModelError

MAX_CHARACTERS = 400_000
_MAX_STARTS = 100
_MAX_DEPTH = 60
_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_START = re.compile(r"[{\[]")
_GAP = re.compile(r"[\s,，]*")
_SPACE = re.compile(r"\s*")
_LITERAL = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z]+")
_WORDS = {"true": True, "false": False, "null": None, "none": None}
_QUOTE_ENDS = re.compile(
    r"\s*(?:$|[:：}\]]|[,，]\s*(?:$|[\"{\[}\]]|-?\d|true\b|false\b|null\b|None\b|True\b|False\b))"
)
_BAD_ESCAPE = re.compile(r"\\(?![\"\\/bfnrt]|u[0-9a-fA-F]{4})")
_BARE_QUOTE = re.compile(r'(?<!\\)((?:\\\\)*)"')


class _UnreadableError(ValueError):
    """Not JSON, not even nearly."""


@dataclass(frozen=True, slots=True)
class ParsedJson:
    """An object or a list, and whether its end was missing."""

    data: dict[str, Any] | list[Any]
    partial: bool


def parse_json_answer(text: str) -> ParsedJson:
    """The longest object (or list of objects) in a model's answer.

    A list that was cut off keeps its complete items and ``partial`` is set. Raises ModelError when
    there is no JSON at all.
    """
    text = _THINKING.sub("", text[:MAX_CHARACTERS])
    best: ParsedJson | None = None
    best_length = 0
    position, starts = 0, 0
    while (found := _START.search(text, position)) and starts < _MAX_STARTS:
        starts += 1
        parsed, end = _read_at(text, found.start())
        if parsed is None or not _useful(parsed.data):
            position = found.end()
            continue
        if end - found.start() > best_length:
            best, best_length = parsed, end - found.start()
        position = end
    if best is None:
        raise ModelError("the model's answer holds no JSON object")
    return best


def _useful(data: object) -> bool:
    """True for what can be an answer: an object, a list of objects, an empty list."""
    return isinstance(data, dict) or (
        isinstance(data, list) and all(isinstance(item, dict) for item in data)
    )


def _read_at(text: str, start: int) -> tuple[ParsedJson | None, int]:
    """The value that starts here and where it ends: strictly if possible, else leniently."""
    try:
        data, end = json.JSONDecoder(strict=False).raw_decode(text, start)
        return ParsedJson(data, partial=False), end
    except (ValueError, RecursionError):
        pass
    reader = _Reader(text, start)
    try:
        data, whole = reader.value(0)
    except _UnreadableError:
        return None, start
    return ParsedJson(data, partial=not whole), reader.position


class _Reader:
    """A forgiving JSON reader; each method gives (value, whole)."""

    def __init__(self, text: str, position: int) -> None:
        self.text = text
        self.position = position

    def value(self, depth: int) -> tuple[Any, bool]:
        """Whatever comes next; None and False at the end of the text."""
        if depth > _MAX_DEPTH:
            raise _UnreadableError
        char = self._peek(_SPACE)
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._array(depth)
        if char == '"':
            return self._string()
        return self._literal() if char else (None, False)

    def _peek(self, gap: re.Pattern[str]) -> str:
        """The next character after a gap; empty at the end."""
        match = gap.match(self.text, self.position)
        self.position = match.end() if match else self.position
        return self.text[self.position : self.position + 1]

    def _object(self, depth: int) -> tuple[dict[str, Any], bool]:
        """An object; when it is cut, the keys that were read."""
        self.position += 1
        result: dict[str, Any] = {}
        while (char := self._peek(_GAP)) != "}":
            if not char:
                return result, False
            if char != '"':
                raise _UnreadableError
            key, whole = self._string()
            if not whole or not (colon := self._peek(_SPACE)):
                return result, False
            if colon not in ":：":
                raise _UnreadableError
            self.position += 1
            value, whole = self.value(depth + 1)
            if whole or (isinstance(value, list | dict) and value):
                result[key] = value
            if not whole:
                return result, False
        self.position += 1
        return result, True

    def _array(self, depth: int) -> tuple[list[Any], bool]:
        """A list; when it is cut or turns to rubbish, the complete items before."""
        self.position += 1
        items: list[Any] = []
        while (char := self._peek(_GAP)) != "]":
            if not char:
                return items, False
            try:
                value, whole = self.value(depth + 1)
            except _UnreadableError:
                if not items:
                    raise
                whole = False
            if not whole:
                self.position = len(self.text)
                return items, False
            items.append(value)
        self.position += 1
        return items, True

    def _string(self) -> tuple[str, bool]:
        """A string; a quote inside it does not end it unless what follows fits JSON."""
        start = at = self.position + 1
        while at < len(self.text):
            if self.text[at] == "\\":
                at += 1
            elif self.text[at] == '"' and _QUOTE_ENDS.match(self.text, at + 1):
                self.position = at + 1
                return _unescape(self.text[start:at]), True
            at += 1
        self.position = len(self.text)
        return "", False

    def _literal(self) -> tuple[Any, bool]:
        """A number, true, false or null; one that touches the end may be cut."""
        match = _LITERAL.match(self.text, self.position)
        if match is None:
            raise _UnreadableError
        self.position = match.end()
        if match.end() == len(self.text):
            return None, False
        word = match.group()
        if word[0].isalpha():
            if word.lower() not in _WORDS:
                raise _UnreadableError
            return _WORDS[word.lower()], True
        return json.loads(_plain_number(word)), True


def _plain_number(word: str) -> str:
    """A number without the leading zeros JSON forbids."""
    sign, digits = ("-", word[1:]) if word.startswith("-") else ("", word)
    whole = re.match(r"\d+", digits)
    size = whole.end() if whole else 0
    return sign + (digits[:size].lstrip("0") or "0") + digits[size:]


def _unescape(body: str) -> str:
    """The text of a string body, wrong escapes taken literally."""
    for attempt in (body, _BAD_ESCAPE.sub(r"\\\\", _BARE_QUOTE.sub(r'\1\\"', body))):
        try:
            return str(json.loads(f'"{attempt}"', strict=False))
        except ValueError:
            continue
    return body
