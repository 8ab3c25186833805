"""The patterns of secrets and identifiers, each with a judge that says if a hit is real.

A judge gets the match and gives the span to mask, or None for a near-miss. Text arrives with width,
quotes and dashes folded, positions unchanged, and with NUL where something is masked already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory_graph.text import identifiers, values

Span = tuple[int, int]
Judge = Callable[["re.Match[str]"], Span | None]

_L = r"(?<![A-Za-z0-9])"
_R = r"(?![A-Za-z0-9])"


@dataclass(frozen=True)
class Detector:
    """One kind of secret: where it may stand, and how to tell."""

    kind: str
    pattern: re.Pattern[str]
    judge: Judge

    def spans(self, text: str) -> Iterator[Span]:
        """Give every span of ``text`` that the judge confirms."""
        for match in self.pattern.finditer(text):
            span = self.judge(match)
            if span is not None:
                yield span


def _secret(match: re.Match[str]) -> Span:
    """Take the named group, or all of it."""
    return match.span("secret" if "secret" in match.re.groupindex else 0)


def _numbered(check: Callable[[str], bool]) -> Judge:
    """Take a number whose digits pass ``check``, with or without its last group."""

    def judge(match: re.Match[str]) -> Span | None:
        start, end = _secret(match)
        number = match.string[start:end]
        shorter = max(number.rfind(" "), number.rfind("-"))
        for length in (len(number), shorter):
            compact = number[: max(length, 0)].replace(" ", "").replace("-", "")
            if compact and check(compact):
                return start, start + length
        return None

    return judge


def _iban(match: re.Match[str]) -> Span | None:
    """Cut the account number at its country's length; it must end there."""
    run = match["secret"]
    wanted = identifiers.IBAN_LENGTHS.get(run[:2].upper(), 0)
    places = [place for place, char in enumerate(run) if char.isalnum()]
    if not wanted or len(places) < wanted:
        return None
    length = places[wanted - 1] + 1
    compact = "".join(char for char in run[:length] if char.isalnum())
    longer = places[wanted:] and places[wanted] == length
    if longer or not identifiers.is_iban(compact):
        return None
    return match.start("secret"), match.start("secret") + length


def _prefixed_key(match: re.Match[str]) -> Span | None:
    """Tell a key from a hyphenated name: a key has one long part, or one with a digit."""
    parts = re.split("[-_]", match.group()[3:])
    real = any(len(part) >= 20 or (len(part) >= 8 and values.has_digit(part)) for part in parts)
    return match.span() if real else None


def _words(*patterns: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    return re.compile("|".join(patterns), flags)


_KEY_SHAPES = _words(
    _L + r"(?:[spr]k_(?:test|live)_[A-Za-z0-9]{8,}|whsec_[A-Za-z0-9]{16,})",
    _L + r"(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,}|glpat-[A-Za-z0-9_-]{16,})",
    _L + r"(?:xox[a-z]-[A-Za-z0-9-]{8,}|xapp-[A-Za-z0-9-]{16,}|hf_[A-Za-z0-9]{20,})",
    _L + r"(?:A(?:KI|SI|GP|ID|RO)A[A-Z0-9]{16}|LTAI[A-Za-z0-9]{12,26}|AKID[A-Za-z0-9]{13,40})" + _R,
    _L + r"(?:AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{16,}|npm_[A-Za-z0-9]{30,})",
    _L + r"(?:pypi-[A-Za-z0-9_-]{32,}|lsv2_[a-z]{2}_[A-Za-z0-9_]{20,}|tvly-[A-Za-z0-9-]{16,})",
    _L + r"SG\.[A-Za-z0-9_-]{16,80}\.[A-Za-z0-9_-]{16,}",
)
_SK = re.compile(_L + r"sk-[A-Za-z0-9_-]{12,}")
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]+)?")
_AUTHORIZATION = re.compile(
    _L + r"(?:Authorization:[ \t]{0,3}Basic|Bearer)[ \t]{1,3}(?P<bare>[A-Za-z0-9._~+/=-]{12,})",
    re.IGNORECASE,
)
_PEM_NAME = r"[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
_PRIVATE_KEY = re.compile(
    rf"-----BEGIN {_PEM_NAME}"
    rf"[^-\0]*(?:-(?!----)[^-\0]*)*-----END {_PEM_NAME}"
    rf"|-----BEGIN {_PEM_NAME}(?:(?:\\n|\s)*[A-Za-z0-9+/=]{{16,}})*"
)
_URL_PASSWORD = re.compile(r"://[^\s:/@\0]{0,64}:(?P<secret>[^\s/@\0]{1,256})@")
_SEED_PHRASE = re.compile(
    r"(?:seed phrase|recovery phrase|mnemonic(?: phrase)?|助记词)(?: is|是|为)?[ \t]?:?\s{0,2}"
    r"(?P<secret>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z])",
    re.IGNORECASE,
)
_ONE_TIME_CODE = re.compile(
    r"(?:verification code|one-time (?:code|password)|(?<![A-Za-z0-9])OTP|验证码|校验码|动态码)"
    r"[ \t]{0,2}(?:is|是|为|[:=])?[ \t]{0,2}(?P<secret>[0-9]{4,8})" + _R,
    re.IGNORECASE,
)
_CARD = re.compile(
    _L + r"(?<![0-9][.])(?:[0-9]{13,19}|[0-9]{6}[ -][0-9]{10,13}"
    r"|[0-9]{4}(?P<gap>[ -])[0-9]{4}(?P=gap)[0-9]{4}(?P=gap)[0-9]{1,4}(?:(?P=gap)[0-9]{1,3})?"
    r"|[0-9]{4}(?P<thin>[ -])[0-9]{6}(?P=thin)[0-9]{4,5})" + _R + r"(?!\.[0-9])"
)
_CN_ID = re.compile(_L + r"[1-9][0-9]{5}[ -]?[0-9]{8}[ -]?[0-9]{3}[0-9Xx]" + _R)
_IBAN = re.compile(_L + r"(?=(?P<secret>[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]){11,31}))")
_SSN = _words(
    r"(?<![A-Za-z0-9-])(?P<secret>[0-9]{3}-[0-9]{2}-[0-9]{4})(?![A-Za-z0-9-])",
)
_SSN_NAMED = re.compile(
    _L + r"(?:SSN|social security(?: number| no\.?)?|社会安全号码?)"
    r"[ \t]{0,2}(?:is|是|为|[:=#])?[ \t]{0,2}(?P<secret>[0-9]{3}[ -]?[0-9]{2}[ -]?[0-9]{4})" + _R,
    re.IGNORECASE,
)
_PASSPORT = re.compile(
    r"(?:(?<![A-Za-z0-9])passport|护照|護照)(?:[ ]?(?:number|no\.?|num|号码|号|號碼|编号))?"
    r"[ \t\"']{0,2}(?:is|was|是|为|為|[:=#])?[ \t\"']{0,2}"
    r"(?P<secret>[A-Z]{0,2}[0-9]{6,9})" + _R,
    re.IGNORECASE,
)
_PHONE = _words(
    r"(?<![A-Za-z0-9+])(?:\+?86[ -]?)?1[3-9][0-9][ -]?[0-9]{4}[ -]?[0-9]{4}" + _R,
    _L + r"\+[1-9][0-9]{0,2}(?:[ ().-]{0,2}[0-9]){7,12}" + _R,
    r"(?<![A-Za-z0-9-])(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[ .-])[0-9]{3}[ .-][0-9]{4}" + _R,
)
_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}"
)

DETECTORS: tuple[Detector, ...] = (
    Detector("private_key", _PRIVATE_KEY, _secret),
    Detector("api_key", _KEY_SHAPES, _secret),
    Detector("api_key", _SK, _prefixed_key),
    Detector("token", _JWT, _secret),
    Detector("token", _AUTHORIZATION, values.judge_key),
    Detector("password", _URL_PASSWORD, _secret),
    Detector("password", values.PIN, _secret),
    Detector("seed_phrase", _SEED_PHRASE, _secret),
    Detector("one_time_code", _ONE_TIME_CODE, _secret),
    Detector("cn_id", _CN_ID, _numbered(identifiers.is_resident_id)),
    Detector("payment_card", _CARD, _numbered(identifiers.is_payment_card)),
    Detector("bank_card", _CARD, _numbered(identifiers.is_bank_card)),
    Detector("iban", _IBAN, _iban),
    Detector("us_ssn", _SSN, _numbered(identifiers.is_social_security)),
    Detector("us_ssn", _SSN_NAMED, _numbered(identifiers.is_social_security)),
    Detector("passport", _PASSPORT, _secret),
    Detector("api_key", values.KEY_ASSIGNMENT, values.judge_key),
    Detector("password", values.PASSWORD_ASSIGNMENT, values.judge_password),
    Detector("password", values.PASSWORD_BESIDE, values.judge_beside),
    Detector("password", values.SPOKEN_PASSWORD, _secret),
    Detector("phone", _PHONE, _secret),
    Detector("email", _EMAIL, _secret),
)
"""In order of precedence, exact shapes first: where two overlap, the earlier names the whole."""
