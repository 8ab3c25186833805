"""Masks secrets and identifiers before anything is stored; on by default.

Every pattern uses ASCII look-arounds, never a word border, since a Chinese character directly
beside a secret is a word character too. Words that only speak of a password stay; so does every
number that fails its issuer's check. Time grows with length only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from memory_graph.errors import InputError
from memory_graph.text.clean import clean_text
from memory_graph.text.detectors import DETECTORS, Detector

CREDENTIAL_KINDS = frozenset(
    {"api_key", "token", "password", "private_key", "seed_phrase", "one_time_code"}
)
IDENTITY_KINDS = frozenset({"cn_id", "us_ssn", "passport", "iban", "bank_card"})
CONTACT_KINDS = frozenset({"phone", "email"})
ALL_KINDS = CREDENTIAL_KINDS | IDENTITY_KINDS | CONTACT_KINDS | {"payment_card"}

WITHHELD = "[withheld]"
_MASK = re.compile(r"\[redacted:[a-z_]{1,24}\]|\[withheld\]")
_SECRET = re.compile(r"\[redacted:[a-z_]{1,24}\]")
_FILLER = "\0"
_MAX_ROUNDS = 8
# Same length, so that positions stay those of the original.
_FOLD = (
    {0xFF01 + step: 0x21 + step for step in range(94)}
    | dict.fromkeys((0x00A0, 0x2002, 0x2003, 0x2009, 0x202F, 0x3000), " ")
    | dict.fromkeys(map(ord, "‐‑‒–−"), "-")
    | dict.fromkeys(map(ord, "‘’"), "'")
    | dict.fromkeys(map(ord, "“”"), '"')
)


@dataclass(frozen=True)
class RedactionPolicy:
    """Which kinds are masked."""

    kinds: frozenset[str] = CREDENTIAL_KINDS | IDENTITY_KINDS | {"payment_card"}

    def __post_init__(self) -> None:
        """Refuse a kind that does not exist; a misspelt one would silently protect nothing."""
        unknown = self.kinds - ALL_KINDS
        if unknown:
            known = ", ".join(sorted(ALL_KINDS))
            raise InputError(f"unknown redaction kinds {sorted(unknown)!r}: use any of {known}")


DEFAULT = RedactionPolicy()
"""Credentials, payment and bank cards, identity numbers. Phones and e-mails are often exactly what
a person wants remembered, so they stay; add ``CONTACT_KINDS`` to mask them."""


@dataclass(frozen=True)
class Finding:
    """What was masked, by kind and by position in the original; never the secret itself."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True)
class Redaction:
    """The masked text and what was masked in it."""

    text: str
    findings: tuple[Finding, ...] = ()


def redact(text: str, policy: RedactionPolicy = DEFAULT) -> Redaction:
    """Mask every secret of the policy's kinds as ``[redacted:<kind>]``. Idempotent."""
    findings = _find(text, policy)
    masked = _substitute(text, findings, lambda finding: f"[redacted:{finding.kind}]")
    return Redaction(masked, tuple(findings))


def says_a_secret(content: str, value: str | None = None) -> bool:
    """True when what a statement says is a secret that was masked: nothing is left of it."""
    return _SECRET.search(value or content) is not None


def mask_spans(text: str, spans: Sequence[str]) -> str:
    """Mask every occurrence of the literal ``spans`` as ``[withheld]``.

    Blanks match any run of blanks. A span also matches in its cleaned or redacted form, since that
    is how the text may have been stored. Existing masks stay whole.
    """
    masks = [match.span() for match in _MASK.finditer(text)]
    found = [
        Finding("", start, end)
        for span in spans
        for variant in dict.fromkeys((span, clean_text(span), redact(span).text))
        for start, end in _occurrences(text, variant)
        if not any(_cuts(mask, start, end) for mask in masks)
    ]
    return _substitute(text, _merge(found), lambda _: WITHHELD)


def _cuts(mask: tuple[int, int], start: int, end: int) -> bool:
    """Tell if a span lies inside a mask or takes only a part of it."""
    overlaps = start < mask[1] and mask[0] < end
    return overlaps and not (start <= mask[0] and mask[1] <= end)


def _occurrences(text: str, span: str) -> Iterator[tuple[int, int]]:
    words = span.split()
    if words:
        pattern = r"\s+".join(map(re.escape, words))
        for match in re.finditer(f"(?=({pattern}))", text):
            yield match.span(1)


def _find(text: str, policy: RedactionPolicy) -> list[Finding]:
    """Look until nothing is left, since a mask can uncover what stood beside it."""
    working = _MASK.sub(lambda mask: _FILLER * len(mask.group()), text.translate(_FOLD))
    detectors = [detector for detector in DETECTORS if detector.kind in policy.kinds]
    found: list[Finding] = []
    for _ in range(_MAX_ROUNDS):
        fresh = _merge(_detect(working, detectors))
        if not fresh:
            break
        found += fresh
        working = _fill(working, fresh)
    return sorted(found, key=lambda finding: finding.start)


def _detect(text: str, detectors: Iterable[Detector]) -> list[Finding]:
    return [
        Finding(detector.kind, start, end)
        for detector in detectors
        for start, end in detector.spans(text)
        if _FILLER not in text[start:end]
    ]


def _merge(findings: Iterable[Finding]) -> list[Finding]:
    """Unite what overlaps or touches; the detector with precedence names the whole."""
    merged: list[tuple[int, Finding]] = []
    ranked = sorted(enumerate(findings), key=lambda pair: (pair[1].start, pair[0]))
    for rank, finding in ranked:
        if merged and finding.start <= merged[-1][1].end:
            last_rank, last = merged[-1]
            kind = last.kind if last_rank <= rank else finding.kind
            united = Finding(kind, last.start, max(last.end, finding.end))
            merged[-1] = (min(rank, last_rank), united)
        else:
            merged.append((rank, finding))
    return [finding for _, finding in merged]


def _fill(text: str, findings: Sequence[Finding]) -> str:
    return _substitute(text, findings, lambda finding: _FILLER * (finding.end - finding.start))


def _substitute(text: str, findings: Sequence[Finding], mask: Callable[[Finding], str]) -> str:
    pieces: list[str] = []
    position = 0
    for finding in findings:
        pieces += (text[position : finding.start], mask(finding))
        position = finding.end
    return "".join([*pieces, text[position:]])
