"""The memory graph: eight nodes from the user's message to the committed write, and one to erase.

``graph`` is exported bare, without store and checkpointer, as LangGraph servers want it; for a run
of your own: ``build_memory_graph().compile(store=PostgresMemoryStore(), checkpointer=…)``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, TypeVar, cast

from langchain_core.language_models import BaseChatModel
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from memory_graph.context import MemoryContext
from memory_graph.nodes.base import MemoryNode
from memory_graph.nodes.compact import BUDGET_TOKENS, make_compact, needs_compact
from memory_graph.nodes.confirm import make_confirm
from memory_graph.nodes.consolidate import make_consolidate
from memory_graph.nodes.erase import make_erase
from memory_graph.nodes.extract import make_extract
from memory_graph.nodes.generate import make_generate
from memory_graph.nodes.observe import make_observe
from memory_graph.nodes.plan import make_plan, operations_of
from memory_graph.nodes.retrieve import make_retrieve
from memory_graph.policy import ReviewPolicy
from memory_graph.rerank import Reranker
from memory_graph.review import pending
from memory_graph.settings import Settings
from memory_graph.state import MemoryInput, MemoryState, as_told
from memory_graph.stores.postgres import PostgresMemoryStore

Graph = StateGraph[MemoryState, MemoryContext, Any, Any]
Next = TypeVar("Next")
Edge = Callable[[MemoryState], Next]


def build_memory_graph(
    *, model: str | BaseChatModel | None = None, extract_model: str | BaseChatModel | None = None,
    policy: ReviewPolicy | None = None, store: PostgresMemoryStore | None = None,
    settings: Settings | None = None, keep_turns: bool = True, budget_tokens: int = BUDGET_TOKENS,
    strict: bool = False, reranker: Reranker | None = None,
) -> Graph:  # fmt: skip
    """The whole graph, not yet compiled, from ``observe`` to ``compact``.

    As a node of another graph it is added with ``input_schema=MemoryState``; a server takes it as
    it is.

    ``model`` replies and summarises, ``extract_model`` (the same by default) extracts; both as
    ``provider:model``, ``offline`` or a LangChain chat model. Works under invoke and ainvoke.
    A ``reranker`` looks at the best of a recall again, see ``make_retrieve``.
    When the store is away the reply still comes, and the next turn stores this one; ``strict``
    raises instead, for a retry policy of your own.
    """
    builder: Graph = StateGraph(MemoryState, context_schema=MemoryContext, input_schema=MemoryInput)
    _add(builder, make_observe())
    _add(builder, make_retrieve(store=store, reranker=reranker))
    _add(builder, make_generate(model=model, settings=settings, policy=policy))
    _add(builder, make_erase(store=store))
    builder.add_edge(START, "observe")
    builder.add_conditional_edges("observe", after_observe, ["retrieve", "generate", "erase"])
    builder.add_edge("erase", END)
    builder.add_edge("retrieve", "generate")
    builder.add_conditional_edges("generate", after_generate, ["extract", "consolidate", END])
    _add_write_half(
        builder, extract_model or model, policy, store, settings, keep_turns, budget_tokens, strict
    )
    return builder


class CompiledSubgraph(CompiledStateGraph[MemoryState, MemoryContext, Any, Any]):
    """A compiled half of the graph that keeps all its state keys as a node of another graph.

    LangGraph reads the annotation of ``__call__``; without it the node would see only the keys of
    the host's own schema, and the lineage would be lost from turn to turn.
    """

    def __call__(self, state: MemoryState) -> Any:
        """As ``invoke``."""
        return self.invoke(state)


class Subgraph(StateGraph[MemoryState, MemoryContext, Any, Any]):
    """A half of the graph, to be compiled and added to another graph as a node."""

    def __init__(self) -> None:
        super().__init__(MemoryState, context_schema=MemoryContext, input_schema=MemoryState)

    def compile(self, *args: Any, **options: Any) -> CompiledSubgraph:
        """As every graph compiles; the result can be added plainly, with ``add_node(name, it)``."""
        compiled = super().compile(*args, **options)
        compiled.__class__ = CompiledSubgraph
        return cast("CompiledSubgraph", compiled)


def build_recall_graph(
    *, store: PostgresMemoryStore | None = None, reranker: Reranker | None = None
) -> Subgraph:
    """The read half as a graph of its own: observe → retrieve; use it as a subgraph."""
    builder = Subgraph()
    _add(builder, make_observe())
    _add(builder, make_retrieve(store=store, reranker=reranker))
    builder.add_edge(START, "observe")
    builder.add_edge("observe", "retrieve")
    builder.add_edge("retrieve", END)
    return builder


def build_remember_graph(
    *, model: str | BaseChatModel | None = None, policy: ReviewPolicy | None = None,
    store: PostgresMemoryStore | None = None, settings: Settings | None = None,
    keep_turns: bool = True, budget_tokens: int = BUDGET_TOKENS, strict: bool = False,
) -> Subgraph:  # fmt: skip
    """The write half as a graph of its own: extract → plan → confirm → consolidate → compact."""
    builder = Subgraph()
    builder.add_edge(START, "extract")
    _add_write_half(builder, model, policy, store, settings, keep_turns, budget_tokens, strict)
    return builder


def _add_write_half(
    builder: Graph, model: str | BaseChatModel | None, policy: ReviewPolicy | None,
    store: PostgresMemoryStore | None, settings: Settings | None, keep_turns: bool,
    budget_tokens: int, strict: bool,
) -> None:  # fmt: skip
    _add(builder, make_extract(model=model, settings=settings))
    _add(builder, make_plan(policy=policy, store=store, strict=strict))
    _add(builder, make_confirm(store=store, strict=strict))
    _add(builder, make_consolidate(store=store, keep_turns=keep_turns, strict=strict))
    _add(builder, make_compact(model=model, settings=settings, budget_tokens=budget_tokens))
    builder.add_conditional_edges("extract", after_extract, ["plan", "consolidate"])
    builder.add_conditional_edges("plan", after_plan, ["confirm", "consolidate"])
    builder.add_conditional_edges("confirm", after_decision, ["extract", "plan", "consolidate"])
    builder.add_conditional_edges(
        "consolidate", after_commit(budget_tokens), ["plan", "compact", END]
    )
    builder.add_edge("compact", END)


def _add(builder: Graph, node: MemoryNode) -> None:
    builder.add_node(str(node.name), node, input_schema=MemoryState)


def _as_told(edge: Edge[Next]) -> Edge[Next]:
    """The edge as it reads a state in which ``update_state`` has emptied a key."""

    @wraps(edge)
    def leads_to(state: MemoryState) -> Next:
        return edge(as_told(state))

    return leads_to


@_as_told
def after_observe(state: MemoryState) -> Literal["retrieve", "generate", "erase"]:
    """Small talk needs no recall; who wants everything forgotten is asked about that alone."""
    if state.get("sensory", {}).get("route") == "erase":
        return "erase"
    return "generate" if _is_small_talk(state) else "retrieve"


@_as_told
def after_generate(state: MemoryState) -> Literal["extract", "consolidate", "__end__"]:
    """Small talk leaves nothing to remember, but a thread that may have written says who speaks.

    Otherwise an edit followed by a mere “thanks” would not be followed (INV-5).
    """
    if not _is_small_talk(state):
        return "extract"
    return "consolidate" if state.get("sensory", {}).get("may_leave") else "__end__"


@_as_told
def after_extract(state: MemoryState) -> Literal["plan", "consolidate"]:
    """Without candidates there is nothing to plan; the turns are still written."""
    return "plan" if state.get("candidates") else "consolidate"


@_as_told
def after_plan(state: MemoryState) -> Literal["confirm", "consolidate"]:
    """Only what a person has to decide is brought before one."""
    reviewed = state.get("decisions", {}).get("reviewed", [])
    return "confirm" if pending(operations_of(state), reviewed) else "consolidate"


@_as_told
def after_decision(state: MemoryState) -> Literal["extract", "plan", "consolidate"]:
    """Respond goes back to extract, edit to plan."""
    return state.get("decisions", {}).get("next", "consolidate")


def after_commit(
    budget_tokens: int,
) -> Callable[[MemoryState], Literal["plan", "compact", "__end__"]]:
    """A plan that has gone stale is made again; working memory is tidied when it has to be."""

    @_as_told
    def after_commit(state: MemoryState) -> Literal["plan", "compact", "__end__"]:
        if state.get("decisions", {}).get("next") == "plan":
            return "plan"
        return "compact" if needs_compact(state, budget_tokens=budget_tokens) else "__end__"

    return after_commit


def _is_small_talk(state: MemoryState) -> bool:
    return state.get("sensory", {}).get("route") == "small_talk"


graph = build_memory_graph()
