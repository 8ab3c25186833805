"""Promises about search: by place, and by meaning."""

from __future__ import annotations

import pytest

from memory_graph.testing.base import OpenClient, Promises
from memory_graph.testing.capabilities import StoreOptions
from memory_graph.testing.client import StoreClient
from memory_graph.testing.embeddings import NgramEmbeddings

PLACE = ("docs",)
TEXTS = {
    "tea": "green tea with jasmine",
    "coffee": "black coffee, no sugar",
    "trip": "a train to Geneva on Friday",
    "茶": "我喜欢喝绿茶",
    "课": "星期五下午有钢琴课",
}


class SearchPromises(Promises):
    """search, with and without a query."""

    @pytest.mark.parametrize(
        ("prefix", "expected"),
        [
            (("ann",), "ab"),
            (("ann", "x"), "b"),
            (("anna",), "c"),
            (("an",), ""),
            (("Ann",), ""),
            (("*",), ""),
            (("a_n",), "d"),
            (("a%",), "e"),
            (("ann", "x", "y"), ""),
            (("x",), ""),
        ],
    )
    def test_a_prefix_is_made_of_whole_labels(
        self, client: StoreClient, prefix: tuple[str, ...], expected: str
    ) -> None:
        """``ann`` is not ``anna``, and no character of a label is a wildcard."""
        places = {
            "a": ("ann",), "b": ("ann", "x"), "c": ("anna", "x"), "d": ("a_n",), "e": ("a%",),
            "f": ("a", "ann"),
        }  # fmt: skip
        for key, namespace in places.items():
            client.put(namespace, key, {"n": 1})
        assert "".join(sorted(client.keys(prefix))) == expected

    def test_an_empty_prefix_sees_everything(self, client: StoreClient) -> None:
        """Nothing is asked for, so nothing is left out."""
        self.need(self.capabilities.empty_prefix, "reads with an empty prefix")
        for name in ("ann", "bob"):
            client.put((name, "notes"), name, {"n": 1})
        assert sorted(client.keys(())) == ["ann", "bob"]

    def test_pages_hold_every_item_once(self, client: StoreClient) -> None:
        """Walking by limit and offset, nothing is missed and nothing comes twice."""
        for number in range(25):
            client.put(PLACE, f"k{number:02}", {"n": number})
        pages = [client.keys(PLACE, limit=7, offset=offset) for offset in range(0, 35, 7)]
        assert [len(page) for page in pages] == [7, 7, 7, 4, 0]
        assert len({key for page in pages for key in page}) == 25

    def test_without_embeddings_a_query_is_no_error(self, client: StoreClient) -> None:
        """Code that searches by query works on a store that has no embeddings."""
        client.put(PLACE, "a", {"text": "green tea"})
        assert client.keys(PLACE, query="tea") == ["a"]

    @pytest.fixture
    def meaning(self, open_client: OpenClient) -> StoreClient:
        """Open a store that ranks by likeness, with a few texts in it."""
        self.need(self.capabilities.semantic_search, "semantic search")
        client = open_client(StoreOptions(NgramEmbeddings(), 64, fields=("text",)))
        for key, text in TEXTS.items():
            client.put(PLACE, key, {"text": text, "length": len(text)})
        return client

    @pytest.mark.parametrize("key", TEXTS)
    def test_the_most_alike_comes_first(self, meaning: StoreClient, key: str) -> None:
        """Items come by falling score, in any language; the text itself scores about 1."""
        found = meaning.search(PLACE, query=TEXTS[key])
        scores = [item.score for item in found]
        assert found[0].key == key
        assert scores[0] == pytest.approx(1, abs=0.01)
        assert scores == sorted(scores, key=lambda score: -(score or 0))
        assert len(found) == len(TEXTS)

    def test_a_filter_holds_for_a_query(self, meaning: StoreClient) -> None:
        """A query ranks what the filter lets through, and nothing else."""
        found = meaning.keys(PLACE, query="green tea", filter={"length": {"$gt": 22}})
        assert found == ["trip"]

    def test_a_query_stays_below_its_prefix(self, meaning: StoreClient) -> None:
        """The best match elsewhere is no match here."""
        meaning.put(("docs2",), "best", {"text": "green tea"})
        assert "best" not in meaning.keys(PLACE, query="green tea")

    def test_put_again_refreshes_what_is_found(self, meaning: StoreClient) -> None:
        """After a new put the old text is no longer what a query compares with."""
        meaning.put(PLACE, "tea", {"text": "a violin for rent"})
        found = {item.key: item.score or 0 for item in meaning.search(PLACE, query=TEXTS["tea"])}
        assert found["tea"] < 0.9
        assert meaning.keys(PLACE, query="a violin for rent")[0] == "tea"

    def test_put_again_without_index_removes_it(self, meaning: StoreClient) -> None:
        """What was indexed before does not make an unindexed item be found."""
        meaning.put(PLACE, "tea", {"text": TEXTS["tea"]}, index=False)
        found = {item.key: item.score for item in meaning.search(PLACE, query=TEXTS["tea"])}
        assert found["tea"] is None

    def test_unindexed_items_come_last(self, meaning: StoreClient) -> None:
        """index=False hides nothing: such items follow the others, with no score."""
        meaning.put(PLACE, "plain", {"text": TEXTS["tea"]}, index=False)
        found = meaning.search(PLACE, query=TEXTS["tea"])
        assert found[-1].key == "plain"
        assert found[-1].score is None
        assert len(found) == len(TEXTS) + 1

    def test_pages_of_a_query_hold_every_item_once(self, meaning: StoreClient) -> None:
        """Paging by query has no ceiling, unindexed items included."""
        for number in range(30):
            text = f"note {number} about tea and trains"
            meaning.put(PLACE, f"k{number:02}", {"text": text}, index=None if number % 3 else False)
        pages = [meaning.keys(PLACE, query="tea", limit=8, offset=o) for o in range(0, 48, 8)]
        found = [key for page in pages for key in page]
        assert len(found) == len(set(found)) == 30 + len(TEXTS)

    def test_of_several_fields_the_best_counts(self, open_client: OpenClient) -> None:
        """An item is as alike as the most alike of its indexed texts, lists included."""
        self.need(self.capabilities.semantic_search, "semantic search")
        fields = ("title", "parts[*].text")
        client = open_client(StoreOptions(NgramEmbeddings(), 64, fields=fields))
        client.put(PLACE, "a", {"title": "kitchen", "parts": [{"text": "tea"}, {"text": "sugar"}]})
        client.put(PLACE, "b", {"title": "garage", "parts": [{"text": "tyres"}]})
        client.put(PLACE, "c", {"title": "sugar"})
        for query, first in (("tyres", "b"), ("kitchen", "a"), ("tea", "a")):
            assert client.keys(PLACE, query=query)[0] == first
        best = {item.key: item.score for item in client.search(PLACE, query="sugar")}
        assert best["a"] == pytest.approx(best["c"], abs=0.01)

    def test_a_put_may_name_its_own_fields(self, open_client: OpenClient) -> None:
        """index=[…] of a put replaces the fields of the store."""
        self.need(self.capabilities.semantic_search, "semantic search")
        client = open_client(StoreOptions(NgramEmbeddings(), 64, fields=("text",)))
        client.put(PLACE, "a", {"text": "violin", "note": "jasmine"}, index=["note"])
        client.put(PLACE, "b", {"text": "jasmin rice", "note": "violin"})
        assert client.keys(PLACE, query="jasmine")[0] == "a"

    def test_long_vectors(self, open_client: OpenClient) -> None:
        """The longest vectors that are promised work."""
        size = self.capabilities.max_dimensions
        self.need(size, "a size of vectors")
        client = open_client(StoreOptions(NgramEmbeddings(size), size))
        client.put(PLACE, "a", {"text": "green tea"})
        assert client.keys(PLACE, query="green tea") == ["a"]
