"""What every Python client checks; `e2e` of xtask writes the plan."""

import json

VERSIONS = {"legacy": "2025-11-25", "modern": "2026-07-28"}


def read(argv):
    """The plan, the era and the server's command."""
    with open(argv[1], encoding="utf-8") as file:
        return json.load(file), argv[2], argv[3:]


def check_version(found, era):
    assert found == VERSIONS[era], f"negotiated {found}, not {VERSIONS[era]}"


def check_instructions(text):
    assert text and "lookup_symbol" in text, "no instructions"


def check_tools(found, wanted):
    assert found == wanted["tools"], f"tools {found}, not {wanted['tools']}"


def check_call(call, is_error, text):
    shown = f"{call['tool']} {call['arguments']}: {text[:2000]}"
    assert bool(is_error) == (call["outcome"] == "error"), shown
    assert call["contains"] in text, f"`{call['contains']}` is not in {shown}"
