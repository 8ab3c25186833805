"""Promises about the time to live. Times are short, since a test has to wait for them."""

from __future__ import annotations

import time

from memory_graph.testing.base import OpenClient, Promises
from memory_graph.testing.capabilities import StoreOptions
from memory_graph.testing.client import StoreClient

PLACE = ("short", "lived")
SECONDS = 1.5
MINUTES = SECONDS / 60


class TtlPromises(Promises):
    """Minutes to live, with fractions."""

    def test_an_expired_item_is_gone_from_every_read(self, client: StoreClient) -> None:
        """No read gives an expired item, whether or not anything has swept it away yet."""
        self.need(self.capabilities.ttl, "times to live")
        client.put(PLACE, "k", {"n": 1}, ttl=MINUTES)
        client.put(("short", "stays"), "k", {"n": 2}, ttl=None)
        assert client.value(PLACE, "k", refresh_ttl=False) == {"n": 1}
        time.sleep(SECONDS + 0.2)
        assert client.get(PLACE, "k") is None
        assert [item.namespace for item in client.search(("short",))] == [("short", "stays")]
        assert client.namespaces() == [("short", "stays")]

    def test_an_expired_item_can_be_put_again(self, client: StoreClient) -> None:
        """What has expired does not stand in the way of a new item."""
        self.need(self.capabilities.ttl, "times to live")
        client.put(PLACE, "k", {"n": 1}, ttl=MINUTES / 3)
        time.sleep(SECONDS / 3 + 0.2)
        client.put(PLACE, "k", {"n": 2})
        assert client.value(PLACE, "k") == {"n": 2}

    def test_reading_starts_it_again_where_asked(self, client: StoreClient) -> None:
        """refresh_ttl of get and search decides for that read."""
        self.need(self.capabilities.ttl, "times to live")
        for key in ("got", "found", "left"):
            client.put((*PLACE, key), key, {"n": 1}, ttl=MINUTES)
        time.sleep(SECONDS * 0.6)
        client.get((*PLACE, "got"), "got", refresh_ttl=True)
        client.search((*PLACE, "found"), refresh_ttl=True)
        client.get((*PLACE, "left"), "left", refresh_ttl=False)
        client.search((*PLACE, "left"), refresh_ttl=False)
        time.sleep(SECONDS * 0.6)
        assert sorted(client.keys(PLACE, refresh_ttl=False)) == ["found", "got"]

    def test_the_default_is_for_puts_that_say_nothing(self, open_client: OpenClient) -> None:
        """A put without ttl takes the store's default; ttl=None is for ever."""
        self.need(self.capabilities.ttl, "times to live")
        client = open_client(StoreOptions(default_ttl=MINUTES / 3, refresh_on_read=False))
        client.put(PLACE, "default", {"n": 1})
        client.put(PLACE, "ever", {"n": 2}, ttl=None)
        assert sorted(client.keys(PLACE)) == ["default", "ever"]
        time.sleep(SECONDS / 3 + 0.2)
        assert client.keys(PLACE) == ["ever"]

    def test_put_again_may_end_the_time(self, client: StoreClient) -> None:
        """The time to live belongs to a put, and ends with the next."""
        self.need(self.capabilities.ttl, "times to live")
        client.put(PLACE, "k", {"n": 1}, ttl=MINUTES / 3)
        client.put(PLACE, "k", {"n": 2}, ttl=None)
        time.sleep(SECONDS / 3 + 0.2)
        assert client.value(PLACE, "k") == {"n": 2}
