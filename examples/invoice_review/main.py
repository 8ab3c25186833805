"""Fifty invoices are paid one after the other; a suspicious one waits for a person.

Run it with ``python examples/invoice_review/main.py``. Nothing is asked about the first 49. Stop
the process at the question, start it again, and it asks again; what was paid stays paid. The
“model” here is a rule, so that the example needs no key; put a chat model with tools in its place.
"""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, ToolCall, ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import tool
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode

from memory_graph import after_tool_review, answer_review, load_settings, review_tool_calls
from memory_graph.server.factories import checkpointer_dsn

COUNT, USUAL = 50, 1_000
PAID: list[tuple[str, int]] = []


@tool
def pay_invoice(number: str, amount: int) -> str:
    """Pays an invoice."""
    PAID.append((number, amount))
    return f"paid {number}: {amount}"


def is_suspicious(call: ToolCall) -> str | bool:
    """The business rule: far above what is usual."""
    amount = call["args"]["amount"]
    return f"{amount} is far above the usual {USUAL}" if amount > 5 * USUAL else False


def clerk(state: MessagesState) -> dict[str, list[AnyMessage]]:
    """Calls for the next invoice; the last one is a hundred times too high."""
    done = sum(isinstance(one, ToolMessage) for one in state["messages"])
    if done == COUNT:
        return {"messages": [AIMessage(f"All {COUNT} invoices are dealt with.")]}
    amount = USUAL * 100 if done + 1 == COUNT else USUAL
    args = {"number": f"INV-{done + 1:02}", "amount": amount}
    call: ToolCall = {
        "name": "pay_invoice",
        "args": args,
        "id": f"call-{done + 1}",
        "type": "tool_call",
    }
    return {"messages": [AIMessage("", tool_calls=[call])]}


def build(saver: BaseCheckpointSaver[Any], model: Any = clerk) -> Any:
    """Makes the loop model → review → tools, until the model calls nothing more."""
    builder = StateGraph(MessagesState)
    builder.add_node("model", model)
    builder.add_node("review", review_tool_calls(["pay_invoice"], when=is_suspicious))
    builder.add_node("tools", ToolNode([pay_invoice]))
    builder.add_edge(START, "model")
    builder.add_edge("model", "review")
    builder.add_conditional_edges("review", after_tool_review, ["tools", "model", END])
    builder.add_edge("tools", "model")
    return builder.compile(checkpointer=saver)


def decide(name: str) -> dict[str, Any]:
    """What the person at the terminal decides."""
    while True:
        given = input("Enter = approve, r = reject, a number = the right amount > ").strip()
        if given in {"", "r"}:
            return {"type": "reject" if given else "approve"}
        if given.isdecimal():
            action = {"name": name, "args": {"amount": int(given)}}
            return {"type": "edit", "edited_action": action}
        print(f"{given!r} is none of these.")


def main() -> None:
    """Pays, and asks at the terminal where the rule says so."""
    config: RunnableConfig = {"configurable": {"thread_id": "invoices"}, "recursion_limit": 500}
    with PostgresSaver.from_conn_string(checkpointer_dsn(load_settings())) as saver:
        saver.setup()
        app = build(saver)
        state = app.get_state(config)
        result = state.values | {"__interrupt__": state.interrupts}
        if not state.interrupts:
            result = app.invoke(None if state.tasks else {"messages": [("user", "Pay.")]}, config)
        while waiting := result.get("__interrupt__"):
            action = waiting[0].value["action_requests"][0]
            print(f"{len(PAID)} paid in this run. {action['description']}")
            result = answer_review(app, config, [decide(action["name"])])
        print(f"{result['messages'][-1].text} {len(PAID)} paid in this run.")


if __name__ == "__main__":
    main()
