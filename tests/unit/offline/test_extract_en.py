"""What the English rules find in a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memory_graph.types import Candidate

Found = tuple[str, str | None, str | None, bool]
"""Subject (empty for the user), attribute, value, and False for a negation or a taking back."""

STATEMENTS: list[tuple[str, list[Found]]] = [
    (
        "My commute is the 31 bus because I live in Oslo.",
        [("", "thing:commute", "the 31 bus", True), ("", "lives_in", "Oslo", True)],
    ),
    ("On team Red Jan-Mar", [("", "team", "Red", True)]),
    ("back on Red from Jul", [("", "team", "Red", True)]),
    (
        "I was on team Red from January to March, Blue April to June, and back on Red since July.",
        [("", "team", "Red", True), ("", "team", "Blue", True), ("", "team", "Red", True)],
    ),
    ("I'm Sarah, by the way.", [("", "name", "Sarah", True)]),
    ("Hey there, I'm Priya.", [("", "name", "Priya", True)]),
    ("You can call me Max.", [("", "preferred_name", "Max", True)]),
    ("My full name is Maria del Carmen Ortiz.", [("", "name", "Maria del Carmen Ortiz", True)]),
    (
        "I work as a nurse at St Mary's Hospital.",
        [("", "job", "nurse", True), ("", "employer", "St Mary's Hospital", True)],
    ),
    (
        "I'm a software engineer at Nimbus Labs.",
        [("", "job", "software engineer", True), ("", "employer", "Nimbus Labs", True)],
    ),
    ("I just started a new job at Quantico.", [("", "employer", "Quantico", True)]),
    ("I quit Nimbus last week.", [("", "employer", "Nimbus", False)]),
    ("I no longer work at Acme.", [("", "employer", "Acme", False)]),
    ("I used to work for IBM.", [("", "past_employer", "IBM", True)]),
    (
        "I'm originally from Porto, but I live in Berlin now.",
        [("", "from", "Porto", True), ("", "lives_in", "Berlin", True)],
    ),
    ("I've been living in Kyoto since 2019.", [("", "lives_in", "Kyoto", True)]),
    ("I relocated to Toronto in May.", [("", "lives_in", "Toronto", True)]),
    ("I've never been to Iceland.", [("", "visited:iceland", "Iceland", False)]),
    (
        "I've been to Peru and Chile.",
        [("", "visited:peru", "Peru", True), ("", "visited:chile", "Chile", True)],
    ),
    ("I went to Rome last summer.", [("", "visited:rome", "Rome", True)]),
    ("My birthday is on March 5.", [("", "birthday", "March 5", True)]),
    ("I'm 34 years old.", [("", "age", "34", True)]),
    ("I'm vegetarian.", [("", "diet", "vegetarian", True)]),
    ("I don't eat meat.", [("", "diet:meat", "meat", False)]),
    ("I can't stand cilantro.", [("", "preference:coriander", "cilantro", False)]),
    ("I'm not a fan of horror movies.", [("", "preference:horror movies", "horror movies", False)]),
    (
        "I really love hiking and photography.",
        [
            ("", "preference:hiking", "hiking", True),
            ("", "preference:photography", "photography", True),
        ],
    ),
    (
        "I absolutely hate getting up early.",
        [("", "preference:getting_up_early", "getting up early", False)],
    ),
    ("I don't drink coffee any more.", [("", "diet:coffee", "coffee", False)]),
    ("I stopped drinking alcohol.", [("", "diet:alcohol", "alcohol", False)]),
    ("I prefer tea over coffee.", [("", "preference:tea", "tea", True)]),
    ("I prefer window seats.", [("", "preference:seat", "window seats", True)]),
    ("My favourite colour is green.", [("", "favourite:colour", "green", True)]),
    ("My favorite food is ramen", [("", "favourite:food", "ramen", True)]),
    ("I think I like jazz.", [("", "preference:jazz", "jazz", True)]),
    ("I have a severe peanut allergy.", [("", "allergy:peanut", "peanut", True)]),
    ("I'm allergic to penicillin", [("", "allergy:penicillin", "penicillin", True)]),
    ("I was diagnosed with asthma in 2020.", [("", "health:asthma", "asthma", True)]),
    ("I have diabetes.", [("", "health:diabetes", "diabetes", True)]),
    ("I take metformin every morning.", [("", "medicine:metformin", "metformin", True)]),
    ("My phone number is +44 7700 900123.", [("", "phone", "+44 7700 900123", True)]),
    ("My passport number is X1234567.", [("", "identity:passport", "X1234567", True)]),
    ("My email is bo@example.org.", [("", "email", "bo@example.org", True)]),
    ("My wife's name is Anna.", [("", "relation:wife", "Anna", True)]),
    ("My boss is called Tom Becker.", [("", "relation:boss", "Tom Becker", True)]),
    (
        "My colleague Alice works on Billing.",
        [("", "relation:colleague", "Alice", True), ("Alice", "works_on", "Billing", True)],
    ),
    ("I have a dog named Rex.", [("", "relation:dog", "Rex", True)]),
    ("Mira reports to Tom.", [("Mira", "reports_to", "Tom", True)]),
    ("Tom manages the payments team.", [("Tom", "responsible_for", "the payments team", True)]),
    ("My sister lives in Madrid.", [("user's sister", "lives_in", "Madrid", True)]),
    ("I have two cats.", [("", "count:cats", "two", True)]),
    ("I drive a blue Volvo.", [("", "has:blue volvo", "blue Volvo", True)]),
    ("We use Kafka.", [("project", "technology:queue", "Kafka", True)]),
    (
        "We've switched from Jenkins to GitHub Actions.",
        [("project", "technology:ci", "GitHub Actions", True)],
    ),
    ("Our database is now MySQL.", [("project", "technology:database", "MySQL", True)]),
    (
        "I have a dentist appointment on Friday at 3pm.",
        [("dentist appointment", "time", "2026-07-03T15:00", True)],
    ),
    (
        "I'm having lunch with Anna tomorrow at noon.",
        [("lunch with Anna", "time", "2026-07-02T12:00", True)],
    ),
    (
        "Schedule a call with Priya on Monday at 10:30.",
        [("call with Priya", "time", "2026-07-06T10:30", True)],
    ),
    (
        "My flight to Berlin is on July 6 at 8:40.",
        [("flight to Berlin", "time", "2026-07-06T08:40", True)],
    ),
    (
        "The design review has been moved to Friday at 2pm.",
        [("design review", "time", "2026-07-03T14:00", True)],
    ),
    (
        "Could you push tomorrow's 10am standup back by 30 minutes?",
        [("standup", "time", "2026-07-02T10:30", True)],
    ),
    (
        "Cancel my dentist appointment on Friday.",
        [("dentist appointment", "time", "2026-07-03", False)],
    ),
    ("The kick-off is cancelled.", [("kick-off", "time", None, False)]),
    ("I moved Monday's 9am retro to Tuesday.", [("retro", "time", "2026-07-07T09:00", True)]),
    (
        "Please don't schedule meetings before 10am.",
        [("", "preference:meeting_time", "not before 10:00", False)],
    ),
    (
        "I'd rather have meetings in the afternoon.",
        [("", "preference:meeting_time", "afternoon", True)],
    ),
    ("No meetings after 5pm, please.", [("", "preference:meeting_end", "not after 17:00", False)]),
    (
        "Meetings before nine don't work for me.",
        [("", "preference:meeting_time", "not before 09:00", False)],
    ),
    ("Don't forget that my parking spot is B12.", [("", "thing:parking spot", "B12", True)]),
    ("Remember to water the plants.", [("", None, None, True)]),
    (
        "Keep in mind that I prefer short answers.",
        [("", "preference:answer_length", "short answers", True)],
    ),
    (
        "From now on, answer in German.",
        [("assistant", "rule:reply_language", "From now on, answer in German", True)],
    ),
    ("Never use emojis.", [("assistant", "rule", "Never use emojis", True)]),
    (
        "Please always keep your replies short.",
        [("assistant", "rule:reply_length", "Please always keep your replies short", True)],
    ),
    ("Forget what I said about coffee.", [("", None, None, False)]),
    ("Please forget my phone number.", [("", "phone", None, False)]),
    ("Delete my birthday from your memory.", [("", "birthday", None, False)]),
    (
        "I speak French and Spanish.",
        [("", "speaks", "French", True), ("", "speaks", "Spanish", True)],
    ),
    ("I'm learning Rust.", [("", "learning", "Rust", True)]),
    ("I play the guitar.", [("", "plays", "guitar", True)]),
    ("I live in New York City with my two kids.", [("", "lives_in", "New York City", True)]),
    ("I am a teacher.", [("", "job", "teacher", True)]),
    ("I'm a huge fan of jazz.", [("", "preference:jazz", "jazz", True)]),
    ("Actually, I don't like jazz.", [("", "preference:jazz", "jazz", False)]),
    ("I've lived in Oslo since March.", [("", "lives_in", "Oslo", True)]),
    ("My name's bo", [("", "name", "bo", True)]),
    ("I'm not really into seafood.", [("", "preference:seafood", "seafood", False)]),
    ("I can't eat gluten.", [("", "diet:gluten", "gluten", False)]),
    ("My partner and I moved to Ghent two months ago.", [("", "lives_in", "Ghent", True)]),
    (
        "I've got a meeting with the auditors tomorrow at 9:30.",
        [("meeting with the auditors", "time", "2026-07-02T09:30", True)],
    ),
    ("The sync with Ops got pushed to 5pm.", [("sync with Ops", "time", "2026-07-01T17:00", True)]),
    (
        "Please reschedule my 2pm call with Dana to Thursday.",
        [("call with Dana", "time", "2026-07-02T14:00", True)],
    ),
    (
        "We have a demo for Contoso on 14 July at 11am.",
        [("demo for Contoso", "time", "2026-07-14T11:00", True)],
    ),
    (
        "Meetings should never start before 9:30.",
        [("", "preference:meeting_time", "not before 09:30", False)],
    ),
    (
        "I'd prefer not to have meetings before 10.",
        [("", "preference:meeting_time", "not before 10:00", False)],
    ),
    ("I prefer meetings after 10am.", [("", "preference:meeting_time", "not before 10:00", True)]),
    ("I usually drink green tea.", [("", "diet:green_tea", "green tea", True)]),
    (
        "My mum is called Ines and my dad is called Rui.",
        [("", "relation:mother", "Ines", True), ("", "relation:father", "Rui", True)],
    ),
    ("Anna is my sister.", [("", "relation:sister", "Anna", True)]),
    (
        "My daughter Lena is allergic to nuts.",
        [("", "relation:daughter", "Lena", True), ("Lena", "allergy:nut", "nuts", True)],
    ),
    ("I am 41.", [("", "age", "41", True)]),
    ("I told you I live in Oslo.", [("", "lives_in", "Oslo", True)]),
    ("Note that I'm allergic to shellfish.", [("", "allergy:shellfish", "shellfish", True)]),
    ("Oh, and I quit smoking.", [("", "diet:smoking", "smoking", False)]),
    ("My laptop is broken.", [("", "thing:laptop", "broken", True)]),
    ("My favourite restaurant is called Luigi's.", [("", "favourite:restaurant", "Luigi's", True)]),
    ("I was born in Lima on 3 May 1990.", [("", "born_in", "Lima", True)]),
    ("I work with Alice.", [("", "works_with", "Alice", True)]),
    (
        "I like to keep things simple.",
        [("", "preference:keep things simple", "to keep things simple", True)],
    ),
    (
        "I need to cancel the call with Dana tomorrow at 2pm",
        [("call with Dana", "time", "2026-07-02T14:00", False)],
    ),
    ("my ssn is 078-05-1120", [("", "identity:ssn", "078-05-1120", True)]),
    ("My bank account number is 123456789.", [("", "bank:bank account", "123456789", True)]),
    ("My password is hunter2.", [("", "credential:password", "hunter2", True)]),
    (
        "Hi, my name is Bo and I live in Lyon with my wife Anna.",
        [("", "name", "Bo", True), ("", "lives_in", "Lyon", True)],
    ),
    (
        "I like tea, coffee and milk.",
        [
            ("", "preference:tea", "tea", True),
            ("", "preference:coffee", "coffee", True),
            ("", "preference:milk", "milk", True),
        ],
    ),
    (
        "I don't like meetings before nine in the morning.",
        [("", "preference:meeting_time", "not before 09:00", False)],
    ),
    (
        "I actually prefer morning meetings now, eight is fine too.",
        [("", "preference:meeting_time", "morning, 08:00 ok", True)],
    ),
    (
        "Please move tomorrow's 3pm product review with Mr Zhang to 4 and let him know.",
        [("product review with Mr Zhang", "time", "2026-07-02T16:00", True)],
    ),
    (
        "I like tea and hate coffee",
        [("", "preference:tea", "tea", True), ("", "preference:coffee", "coffee", False)],
    ),
    ("My bike is red.", [("", "thing:bike", "red", True)]),
    ("Red tea. I like red tea. Red tea!", [("", "preference:red tea", "red tea", True)]),
    ("Alice works on API Integration with Bob.", [("Alice", "works_on", "API Integration", True)]),
    ("Stack is Postgres.", [("project", "technology:database", "Postgres", True)]),
    ("We moved to MySQL.", [("project", "technology:database", "MySQL", True)]),
    ("I moved to Turin last month.", [("", "lives_in", "Turin", True)]),
    ("I live in Oslo.", [("", "lives_in", "Oslo", True)]),
    ("Two years ago I drank only tea.", [("", "diet:tea", "tea", True)]),
    (
        "On team Red Jan-Mar, Blue Apr-Jun, back on Red from Jul.",
        [("", "team", "Red", True), ("", "team", "Blue", True), ("", "team", "Red", True)],
    ),
    ("Please remember that my locker code is 4417.", [("", "thing:locker code", "4417", True)]),
    (
        "always answer in bullet points",
        [("assistant", "rule:reply_format", "always answer in bullet points", True)],
    ),
    ("forget my city", [("", "lives_in", None, False)]),
    (
        "I'm allergic to peanuts and shrimp.",
        [("", "allergy:peanut", "peanuts", True), ("", "allergy:shrimp", "shrimp", True)],
    ),
]


@pytest.mark.parametrize(("text", "expected"), STATEMENTS)
def test_statement(
    text: str, expected: list[Found], extract: Callable[[str], list[Candidate]]
) -> None:
    found = [
        (
            c.subject if c.subject != "user" else "",
            c.attribute,
            c.value,
            c.polarity and not c.retires,
        )
        for c in extract(text)
    ]
    assert found == expected


def test_the_table_is_large() -> None:
    assert len(STATEMENTS) >= 80
