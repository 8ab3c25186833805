from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.errors import InputError
from memory_graph.text import identifiers
from memory_graph.text.redact import (
    ALL_KINDS,
    CONTACT_KINDS,
    DEFAULT,
    Finding,
    RedactionPolicy,
    mask_spans,
    redact,
)
from tests.growth import assert_work_follows_length

EVERYTHING = RedactionPolicy(ALL_KINDS)
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF_123-x"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabc=\n-----END RSA PRIVATE KEY-----"
WORDS = "apple banana cherry delta eagle flame grape honey ivory joker kite lemon"

SECRETS = [
    ("api_key", "sk_test_ABCDEFGH12345678"),
    ("api_key", "sk-proj-abcDEF1234567890abcd"),
    ("api_key", "sk-abcdefghijklmnopqrstuvwxyz"),
    ("api_key", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
    ("api_key", "gho_abcdefghijklmnopqrst"),
    ("api_key", "github_pat_11ABCDEFG0abcdefghijkl_x"),
    ("api_key", "xoxb-123456789012-abcdefABCDEF"),
    ("api_key", "AKIAIOSFODNN7EXAMPLE"),
    ("api_key", "AIzaSyA-1234567890abcdefghijklmnopqrstu"),
    ("token", JWT),
    ("private_key", PEM),
    ("cn_id", "11010519491231002X"),
    ("cn_id", "11010519491231002x"),
    ("payment_card", "4111111111111111"),
    ("payment_card", "4111 1111 1111 1111"),
    ("payment_card", "5555-5555-5555-4444"),
    ("payment_card", "3782 822463 10005"),
    ("bank_card", "6222020200112233446"),
    ("iban", "DE89370400440532013000"),
    ("iban", "GB82 WEST 1234 5698 7654 32"),
    ("us_ssn", "123-45-6789"),
]
AROUND = [("", ""), ("密钥为", "请记住"), ("（", "）"), ("it is ", ", ok."), ("是：", "。\n")]


@pytest.mark.parametrize(("before", "after"), AROUND)
@pytest.mark.parametrize(("kind", "secret"), SECRETS)
def test_e13_e20_a_secret_is_masked_whatever_stands_beside_it(
    kind: str, secret: str, before: str, after: str
) -> None:
    result = redact(before + secret + after)
    assert result.text == f"{before}[redacted:{kind}]{after}"
    assert result.findings == (Finding(kind, len(before), len(before) + len(secret)),)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("password: x", "password: [redacted:password]"),
        ("My password is swordfish.", "My password is [redacted:password]."),
        (
            "the password for the Wi-Fi is guest-2026",
            "the password for the Wi-Fi is [redacted:password]",
        ),
        ("I changed my password to hunter2!", "I changed my password to [redacted:password]!"),
        ("DB_PASSWORD='a b c' PORT=5", "DB_PASSWORD='[redacted:password]' PORT=5"),
        ('{"password": "correct horse", "a": 1}', '{"password": "[redacted:password]", "a": 1}'),
        ("Server=x;Pwd=abc;Database=foo", "Server=x;Pwd=[redacted:password];Database=foo"),
        ("postgres://u:p%40ss@host/db", "postgres://u:[redacted:password]@host/db"),
        ("password: password123", "password: [redacted:password]"),
        ("密码是 x", "密码是 [redacted:password]"),
        ("我的密码是hunter2请记住", "我的密码是[redacted:password]请记住"),
        ("WiFi密码：88888888", "WiFi密码：[redacted:password]"),
        ("密码已经改为Qwerty!23，别忘了", "密码已经改为[redacted:password]，别忘了"),
        ("密码 abc12345。", "密码 [redacted:password]。"),
        ("密码是“芝麻 开门”", "密码是“[redacted:password]”"),
        ("口令是芝麻开门。", "口令是[redacted:password]。"),
        ("ｐａｓｓｗｏｒｄ：ｈｕｎｔｅｒ２", "ｐａｓｓｗｏｒｄ：[redacted:password]"),
        ("PIN码是4321", "PIN码是[redacted:password]"),
        ("password= password is hunter2", "password= password is [redacted:password]"),
        (
            "my key is AKIAIOSFODNN7EXAMPLE and the secret wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE",
            "my key is [redacted:api_key] and the secret [redacted:api_key]",
        ),
        ("The PIN for my card is 4821", "The PIN for my card is [redacted:password]"),
        (
            "My password for Netflix is correct horse battery staple.",
            "My password for Netflix is [redacted:password].",
        ),
        ("我的wifi密码是 阳光888", "我的wifi密码是 [redacted:password]"),
        ("OPENAI_API_KEY=abcd1234efgh", "OPENAI_API_KEY=[redacted:api_key]"),
        ("令牌是abcd1234efgh5678", "令牌是[redacted:api_key]"),
        ("Authorization: Bearer abcdef1234567890", "Authorization: Bearer [redacted:token]"),
        ("验证码123456，勿泄露", "验证码[redacted:one_time_code]，勿泄露"),
        (f"seed phrase: {WORDS}", "seed phrase: [redacted:seed_phrase]"),
        ("护照号E12345678", "护照号[redacted:passport]"),
        ("passport number is 123456789", "passport number is [redacted:passport]"),
        ("SSN 123 45 6789", "SSN [redacted:us_ssn]"),
        ("身份证１１０１０５１９４９１２３１００２Ｘ", "身份证[redacted:cn_id]"),
        ("4111 1111 1111 1111 123 Main St", "[redacted:payment_card] 123 Main St"),
        ("DE89 3704 0044 0532 0130 00 and more", "[redacted:iban] and more"),
        (PEM[:48] + "\nhello world", "[redacted:private_key]\nhello world"),
    ],
)
def test_only_the_secret_itself_is_masked(text: str, masked: str) -> None:
    assert redact(text).text == masked


@pytest.mark.parametrize(
    "text",
    [
        "I forgot my password again",
        "my password is too weak",
        "The password is required.",
        "Password: how does it work?",
        "I need a password to login.",
        "My password manager is great",
        "password is 8 characters long",
        "my password is driving people crazy",
        "My password is something nobody knows",
        "the secret ingredient is internationalisation",
        "The pin for the map is 4 km away",
        "the password was changed",
        "密码是8位以上",
        "密码是什么？",
        "密码：必须包含数字",
        "我又忘了密码，口令是不是过期了",
        "the token budget is 900",
        "token: 900",
        "token: 2026-05-01T12:00:00Z",
        "The secret is patience",
        "a bearer of bad news certificates",
        "sk-learn-based-classifier",
        "invoice ZQ-88121",
        "order 2026050112345678",
        "card 4111111111111112",
        "1767225600000",
        "0.4111111111111111",
        "tracking 4111111111111111A",
        "11010519491231002A",
        "110105194912310021",
        "110105199913310020",
        "000-12-3456",
        "DE89370400440532013001",
        "2026-05-01 at 13:30",
        "my passport expires in 2027",
        "call 13812345678 or write a@b.io",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "",
    ],
)
def test_near_misses_are_left_alone(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("手机13812345678的", "手机[redacted:phone]的"),
        ("+86 138 1234 5678", "[redacted:phone]"),
        ("+44 20 7946 0958!", "[redacted:phone]!"),
        ("(212) 555-0187", "[redacted:phone]"),
        ("写给li.lei@example.com吧", "写给[redacted:email]吧"),
    ],
)
def test_contacts_are_masked_only_when_asked(text: str, masked: str) -> None:
    assert redact(text).text == text
    assert redact(text, RedactionPolicy(DEFAULT.kinds | CONTACT_KINDS)).text == masked


def test_a_policy_masks_nothing_but_its_kinds() -> None:
    text = "4111111111111111 and sk_test_ABCDEFGH12345678"
    only_cards = RedactionPolicy(frozenset({"payment_card"}))
    assert redact(text, only_cards).text == "[redacted:payment_card] and sk_test_ABCDEFGH12345678"
    assert redact(text, RedactionPolicy(frozenset())).text == text


def test_a_misspelt_kind_is_refused() -> None:
    with pytest.raises(InputError, match="apikey"):
        RedactionPolicy(frozenset({"apikey"}))


def test_findings_do_not_carry_the_secret() -> None:
    assert "ABCDEFGH" not in repr(redact("密钥为sk_test_ABCDEFGH12345678").findings)


PIECES = st.sampled_from(
    [secret for _, secret in SECRETS]
    + [
        "password",
        "密码",
        "是",
        " is ",
        ": ",
        "=",
        '"',
        "'",
        "「",
        "token",
        "Bearer ",
        "口令",
        "PIN",
    ]
    + [
        "[redacted:api_key]",
        "[withheld]",
        "\0",
        "4",
        "-",
        "+",
        "://u:",
        "@",
        "hunter2",
        "SSN ",
        "a",
    ]
)


@given(st.lists(PIECES | st.text(max_size=3), max_size=8).map("".join))
def test_redacting_twice_changes_nothing(text: str) -> None:
    once = redact(text, EVERYTHING)
    assert redact(once.text, EVERYTHING).text == once.text
    starts = [finding.start for finding in once.findings]
    assert starts == sorted(starts)


@given(st.integers(10**14, 10**15 - 1), st.integers(0, 9))
def test_exactly_one_check_digit_makes_a_card(body: int, digit: int) -> None:
    number = f"4{body % 10**14:014d}{digit}"
    masked = redact(number, RedactionPolicy(frozenset({"payment_card"}))).text
    assert (masked != number) == identifiers.passes_luhn(number)
    assert sum(identifiers.passes_luhn(number[:-1] + last) for last in "0123456789") == 1


HOSTILE = {
    "jwt": "eyJa-" * 40_000,
    "password": "password:" * 22_000,
    "password is": "password is " * 17_000,
    "password for": "password for " * 16_000,
    "fields": "password=a" + ";a" * 95_000,
    "quotes": 'password="' * 20_000,
    "digits": "4" * 200_000,
    "groups": "4111 " * 40_000,
    "iban": "GB82 " * 40_000,
    "pem": "-----BEGIN PRIVATE KEY-----" * 7_400,
    "pem lines": "-----BEGIN PRIVATE KEY-----" + "\n" * 199_000,
    "url": "://a:" * 40_000,
    "seed": "seed phrase " + "abc " * 49_000,
    "phone": "+1 " * 66_000,
    "email": "a." * 100_000,
    "key": "sk-a-" * 40_000,
    "han": "密码是" * 66_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_costs_no_time(name: str) -> None:
    assert_work_follows_length(lambda text: redact(text, EVERYTHING), HOSTILE[name])


@pytest.mark.parametrize(
    ("text", "spans", "masked"),
    [
        ("my salary is  5000, ok", ["salary is 5000"], "my [withheld], ok"),
        ("a tea, a tea", ["tea"], "a [withheld], a [withheld]"),
        ("我在青柠科技上班", ["青柠科技"], "我在[withheld]上班"),
        ("abcdef", ["abc", "cde"], "[withheld]f"),
        ("aaa", ["aa"], "[withheld]"),
        ("a.c abc", ["a.c"], "[withheld] abc"),
        ("nothing here", ["", "  ", "other"], "nothing here"),
        ("so [withheld] and held", ["held"], "so [withheld] and [withheld]"),
        ("key [redacted:api_key] ok", ["key sk_test_ABCDEFGH12345678"], "[withheld] ok"),
        ("Café", ["Cafe\u0301"], "[withheld]"),
    ],
)
def test_refused_spans_are_withheld(text: str, spans: list[str], masked: str) -> None:
    assert mask_spans(text, spans) == masked
    assert mask_spans(masked, spans) == masked


@given(st.text("ab 贺.", max_size=20), st.lists(st.text("ab 贺.", min_size=1, max_size=3)))
def test_no_refused_span_survives(text: str, spans: list[str]) -> None:
    masked = mask_spans(text, spans)
    rest = masked.replace("[withheld]", "\n\n").split("\n\n")
    for span in filter(None, (" ".join(span.split()) for span in spans)):
        assert not any(span in part for part in rest)
    assert mask_spans(masked, spans) == masked
