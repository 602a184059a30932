"""fastmcp as a client: `python_fastmcp.py PLAN ERA TRANSPORT SERVER...`."""

import asyncio
import sys

import plan
from fastmcp import Client
from fastmcp.client.transports import SSETransport, StdioTransport, StreamableHttpTransport
from mcp.types import PromptReference, ResourceTemplateReference


def connection(transport, server):
    """What the client connects with."""
    if transport == "stdio":
        return StdioTransport(command=server[0], args=server[1:])
    kind = SSETransport if transport == "sse" else StreamableHttpTransport
    return kind(server[0], headers=plan.headers())


async def main() -> None:
    wanted, _, transport, server = plan.read(sys.argv)
    async with Client(connection(transport, server), timeout=60) as client:
        tools = await client.list_tools()
        plan.check_tools([tool.name for tool in tools], wanted)
        for call in wanted["calls"]:
            result = await client.call_tool(
                call["tool"], call["arguments"], raise_on_error=False
            )
            plan.check_call(call, result.is_error, result.content[0].text)
        await offers(client, wanted["offers"])
        try:
            await client.call_tool("no_such_tool", {})
        except Exception as error:  # the kind depends on the era
            assert "no_such_tool" in str(error), error
        else:
            raise AssertionError("an unknown tool was accepted")


async def offers(client, wanted) -> None:
    prompts = [prompt.name for prompt in await client.list_prompts()]
    listed = await client.list_resource_templates()
    templates = [getattr(one, "uriTemplate", None) or one.uri_template for one in listed]
    plan.check_offers(prompts, templates, await client.list_resources(), wanted)

    async def read(uri):
        return (await client.read_resource(uri))[0].text

    async def get(name, arguments):
        return (await client.get_prompt(name, arguments)).messages[0].content.text

    async def complete(reference, argument):
        if reference["type"] == "ref/prompt":
            reference = PromptReference(**reference)
        else:
            reference = ResourceTemplateReference(**reference)
        return (await client.complete(reference, argument)).values

    await plan.check_answers(wanted, read, get, complete)


asyncio.run(main())
