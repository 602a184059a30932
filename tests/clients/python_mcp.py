"""The Python SDK as a client: `python_mcp.py PLAN ERA TRANSPORT SERVER...`."""

import asyncio
import sys

import httpx2
import plan
from mcp import Client, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp.types import PromptReference, ResourceTemplateReference


def connection(transport, server):
    """What the client connects with."""
    if transport == "stdio":
        return StdioServerParameters(command=server[0], args=server[1:])
    if transport == "sse":
        return sse_client(server[0], headers=plan.headers())
    http = httpx2.AsyncClient(headers=plan.headers(), timeout=60)
    return streamable_http_client(server[0], http_client=http)


async def main() -> None:
    wanted, era, transport, server = plan.read(sys.argv)
    mode = "legacy" if era == "legacy" else "auto"
    target = connection(transport, server)
    async with Client(target, mode=mode, read_timeout_seconds=60) as client:
        plan.check_version(client.protocol_version, era)
        plan.check_instructions(client.instructions)
        tools = (await client.list_tools()).tools
        plan.check_tools([tool.name for tool in tools], wanted)
        for call in wanted["calls"]:
            result = await client.call_tool(call["tool"], call["arguments"])
            plan.check_call(call, result.is_error, result.content[0].text)
        await offers(client, wanted["offers"])
        seen = []

        async def progress(done, total, message):
            seen.append(done)

        await client.call_tool("scan", {}, progress_callback=progress)
        assert seen, "no progress of scan"
        try:
            await client.call_tool("no_such_tool", {})
            raise AssertionError("an unknown tool was accepted")
        except MCPError as error:
            assert error.error.code == -32602, error


async def offers(client, wanted) -> None:
    prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
    listed = await client.list_resource_templates()
    templates = [one.uri_template for one in listed.resource_templates]
    resources = (await client.list_resources()).resources
    plan.check_offers(prompts, templates, resources, wanted)

    async def read(uri):
        return (await client.read_resource(uri)).contents[0].text

    async def get(name, arguments):
        return (await client.get_prompt(name, arguments)).messages[0].content.text

    async def complete(reference, argument):
        if reference["type"] == "ref/prompt":
            reference = PromptReference(**reference)
        else:
            reference = ResourceTemplateReference(**reference)
        return (await client.complete(reference, argument)).completion.values

    await plan.check_answers(wanted, read, get, complete)


asyncio.run(main())
