"""A loopback server that speaks enough of the OpenAI API to drive the real clients.

The fixture ``openai_server`` starts it on a free port of 127.0.0.1 and points OPENAI_BASE_URL and
OPENAI_API_KEY at it. ``script`` queues behaviours, one for each chat request; when the queue is
empty, the server says “ok”. Everything it was asked stands in ``requests``.
"""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest


@dataclass(frozen=True)
class Behaviour:
    """What the server does with one chat request."""

    text: str | None = None
    arguments: str | None = None
    """Arguments of a call to the tool that the request forces (or to ``tool``)."""
    tool: str = ""
    body: str | None = None
    """The raw body of the response, instead of a completion."""
    status: int = 200
    finish: str = "stop"
    delay: float = 0.0


@dataclass
class OpenAIServer:
    """The server's script and memory."""

    base_url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    queue: deque[Behaviour] = field(default_factory=deque)
    always: Behaviour = field(default_factory=lambda: Behaviour(text="ok"))
    embedding: Behaviour = field(default_factory=Behaviour)
    dimensions: int = 8
    released: threading.Event = field(default_factory=threading.Event)

    def script(self, *behaviours: Behaviour) -> None:
        """Queue behaviours for the next chat requests."""
        self.queue.extend(behaviours)

    def plain(self, text: str) -> None:
        """Answer the next request with a text."""
        self.script(Behaviour(text=text))

    def data(self, arguments: Any) -> None:
        """Answer the next request with data, however the request asks for it."""
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        self.script(Behaviour(arguments=text))

    def next(self) -> Behaviour:
        """The behaviour for this request."""
        return self.queue.popleft() if self.queue else self.always


def _tool_name(request: dict[str, Any], behaviour: Behaviour) -> str | None:
    """The tool to call: the named one, else the forced one."""
    if behaviour.tool:
        return behaviour.tool
    choice = request.get("tool_choice")
    if isinstance(choice, dict):
        return str(choice["function"]["name"])
    tools = request.get("tools") or []
    return str(tools[0]["function"]["name"]) if tools else None


def _message(request: dict[str, Any], behaviour: Behaviour) -> dict[str, Any]:
    """The assistant's message."""
    if behaviour.arguments is None:
        return {"role": "assistant", "content": behaviour.text or ""}
    name = _tool_name(request, behaviour)
    if name is None:
        return {"role": "assistant", "content": behaviour.arguments}
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": name, "arguments": behaviour.arguments},
    }
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def _completion(request: dict[str, Any], behaviour: Behaviour) -> dict[str, Any]:
    """A whole chat completion."""
    message = _message(request, behaviour)
    finish = "tool_calls" if "tool_calls" in message and behaviour.finish == "stop" else None
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": request.get("model", "test-model"),
        "choices": [{"index": 0, "message": message, "finish_reason": finish or behaviour.finish}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    }


def _chunks(request: dict[str, Any], behaviour: Behaviour) -> Iterator[dict[str, Any]]:
    """The parts of a streamed completion: characters of the text, or one tool call."""
    message = _message(request, behaviour)
    base = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    if calls := message.get("tool_calls"):
        deltas.append({"tool_calls": [{"index": 0, **calls[0]}]})
    else:
        deltas.extend({"content": char} for char in message["content"])
    for delta in deltas:
        yield {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": behaviour.finish}]}


def _vector(text: str, size: int) -> list[float]:
    """A repeatable vector of a text."""
    digest = hashlib.sha256(text.encode()).digest()
    return [(digest[index % 32] - 127.5) / 128 for index in range(size)]


class _Handler(BaseHTTPRequestHandler):
    """Serves one request and closes, so that no client keeps a socket beyond its event loop."""

    protocol_version = "HTTP/1.0"
    state: OpenAIServer

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base names it so
        """Keep the test output quiet."""

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length", 0))
        request: dict[str, Any] = json.loads(self.rfile.read(size))
        self.state.paths.append(self.path)
        self.state.requests.append(request)
        chat = self.path.endswith("/chat/completions")
        behaviour = self.state.next() if chat else self.state.embedding
        if behaviour.delay:
            self.state.released.wait(behaviour.delay)
        try:
            self._answer(request, behaviour, chat=chat)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _answer(self, request: dict[str, Any], behaviour: Behaviour, *, chat: bool) -> None:
        if behaviour.status != 200:
            error = {"message": f"scripted {behaviour.status}", "type": "scripted", "code": None}
            self._send(behaviour.status, {"error": error})
        elif not chat:
            self._send(200, self._embeddings(request))
        elif behaviour.body is not None:
            self._write(200, "application/json", behaviour.body.encode())
        elif request.get("stream"):
            self._stream(request, behaviour)
        else:
            self._send(200, _completion(request, behaviour))

    def _embeddings(self, request: dict[str, Any]) -> dict[str, Any]:
        given = request["input"]
        texts = [given] if isinstance(given, str) else given
        data = []
        for index, text in enumerate(texts):
            vector: Any = _vector(text, self.state.dimensions)
            if request.get("encoding_format") == "base64":
                packed = struct.pack(f"<{len(vector)}f", *vector)
                vector = base64.b64encode(packed).decode()
            data.append({"object": "embedding", "index": index, "embedding": vector})
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return {"object": "list", "data": data, "model": request["model"], "usage": usage}

    def _stream(self, request: dict[str, Any], behaviour: Behaviour) -> None:
        lines = [json.dumps(chunk) for chunk in _chunks(request, behaviour)]
        body = "".join(f"data: {line}\n\n" for line in [*lines, "[DONE]"]).encode()
        self._write(200, "text/event-stream", body)

    def _send(self, status: int, payload: dict[str, Any]) -> None:
        self._write(status, "application/json", json.dumps(payload).encode())

    def _write(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if status == 429:
            self.send_header("Retry-After-Ms", "10")
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def openai_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """A running server; the environment names it."""
    state = OpenAIServer()
    handler = type("Handler", (_Handler,), {"state": state})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    state.base_url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    monkeypatch.setenv("OPENAI_API_KEY", "test-key")
    monkeypatch.setenv("OPENAI_BASE_URL", state.base_url)
    for name in ("OPENAI_API_BASE", "OPENAI_PROXY", "OPENAI_ORG_ID", "OPENAI_ORGANIZATION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    try:
        yield state
    finally:
        state.released.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def behaviour() -> type[Behaviour]:
    """The class of behaviours, for tests that script their own."""
    return Behaviour
