"""What every Python client checks; `e2e` of xtask writes the plan."""

import json
import os

VERSIONS = {"legacy": "2025-11-25", "modern": "2026-07-28"}


def read(argv):
    """The plan, the era, the transport, and the server's command or address."""
    with open(argv[1], encoding="utf-8") as file:
        return json.load(file), argv[2], argv[3], argv[4:]


def headers():
    """What a server over HTTP wants to be shown."""
    return {"Authorization": f"Bearer {os.environ['E2E_TOKEN']}"}


def check_version(found, era):
    assert found == VERSIONS[era], f"negotiated {found}, not {VERSIONS[era]}"


def check_instructions(text):
    assert text and "lookup_symbol" in text, "no instructions"


def check_tools(found, wanted):
    assert found == wanted["tools"], f"tools {found}, not {wanted['tools']}"


def check_offers(prompts, templates, resources, plan):
    assert prompts == plan["prompts"], f"prompts {prompts}, not {plan['prompts']}"
    assert templates == [plan["template"]], f"templates {templates}"
    assert resources, "no resources"


async def check_answers(plan, read, get, complete):
    """Reads, gets and completes; `null` must be refused."""
    for one in plan["reads"]:
        await expect(read(one["uri"]), one["contains"])
    for one in plan["gets"]:
        await expect(get(one["name"], one["arguments"]), one["contains"])
    for one in plan["completions"]:
        argument = {"name": one["name"], "value": one["value"]}
        values = await complete(one["ref"], argument)
        assert values == one["values"], f"{one}: {values}"


async def expect(answer, contains):
    try:
        text = await answer
    except Exception:
        assert contains is None, f"refused, but should hold {contains}"
        return
    assert contains is not None and contains in text, f"`{contains}` is not in {text}"


def check_call(call, is_error, text):
    shown = f"{call['tool']} {call['arguments']}: {text[:2000]}"
    assert bool(is_error) == (call["outcome"] == "error"), shown
    assert call["contains"] in text, f"`{call['contains']}` is not in {shown}"
