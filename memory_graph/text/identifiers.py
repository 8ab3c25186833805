"""Decides if a run of characters really is a card, an account or an identity number.

Each check is the issuer's own rule (ISO/IEC 7812 and Luhn, ISO 13616, GB 11643-1999, SSA), so that
order numbers and dates of the same shape are left alone.
"""

from __future__ import annotations

import re
from datetime import date

_CARD_LENGTHS = (
    (re.compile("4"), frozenset({13, 16, 19})),
    (re.compile("5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), frozenset({16})),
    (re.compile("3[47]"), frozenset({15})),
    (re.compile("30[0-5]|3[689]"), frozenset({14, 16})),
    (re.compile("35(?:2[89]|[3-8])"), frozenset({16, 17, 18, 19})),
    (re.compile("6011|64[4-9]|65"), frozenset({16, 17, 18, 19})),
    (re.compile("50|5[6-8]|6[37]"), frozenset({16, 17, 18, 19})),
)
_BANK_CARD = re.compile("62|81|9558|9559|955880|60[0-2]|68")
_RESIDENT_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_IBAN_LENGTHS = """
AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29
ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20
LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25
QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
"""
IBAN_LENGTHS = {entry[:2]: int(entry[2:]) for entry in _IBAN_LENGTHS.split()}
"""How many characters an account number has in each country that issues them."""


def digits_of(text: str) -> str:
    """Return the ASCII digits of ``text``."""
    return "".join(char for char in text if "0" <= char <= "9")


def passes_luhn(number: str) -> bool:
    """Tell if the last digit of a string of digits is the Luhn check digit of the others."""
    total = 0
    for place, char in enumerate(reversed(number)):
        digit = int(char) * (1 + place % 2)
        total += digit - 9 if digit > 9 else digit
    return total % 10 == 0


def is_payment_card(number: str) -> bool:
    """Tell if digits are a card of an international scheme: prefix, length and check digit."""
    fits = any(len(number) in lengths and start.match(number) for start, lengths in _CARD_LENGTHS)
    return fits and len(set(number)) > 1 and passes_luhn(number)


def is_bank_card(number: str) -> bool:
    """Tell if digits are a card of a Chinese bank: prefix, 16 to 19 digits and check digit."""
    fits = 16 <= len(number) <= 19 and _BANK_CARD.match(number) is not None
    return fits and len(set(number)) > 2 and passes_luhn(number)


def is_resident_id(number: str) -> bool:
    """Tell if 18 characters are a Chinese resident number: birth date and check digit fit."""
    if len(number) != 18 or not "1" <= number[0] <= "9":
        return False
    try:
        born = date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return False
    total = sum(int(char) * weight for char, weight in zip(number, _RESIDENT_WEIGHTS, strict=False))
    return 1850 <= born.year <= 2100 and "10X98765432"[total % 11] == number[17].upper()


def is_iban(account: str) -> bool:
    """Tell if an account number has its country's length and a remainder of 1 modulo 97."""
    compact = account.upper()
    if IBAN_LENGTHS.get(compact[:2]) != len(compact):
        return False
    turned = compact[4:] + compact[:4]
    return int("".join(str(int(char, 36)) for char in turned)) % 97 == 1


def is_social_security(number: str) -> bool:
    """Tell if nine digits could have been issued as a US social security number."""
    area, group, serial = number[:3], number[3:5], number[5:]
    return len(number) == 9 and not (
        area in {"000", "666"} or area[0] == "9" or group == "00" or serial == "0000"
    )
