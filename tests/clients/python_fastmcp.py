"""fastmcp as a client: `python_fastmcp.py PLAN ERA COMMAND ARG...`."""

import asyncio
import sys

import plan
from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def main() -> None:
    wanted, _, command = plan.read(sys.argv)
    transport = StdioTransport(command=command[0], args=command[1:])
    async with Client(transport, timeout=60) as client:
        tools = await client.list_tools()
        plan.check_tools([tool.name for tool in tools], wanted)
        for call in wanted["calls"]:
            result = await client.call_tool(
                call["tool"], call["arguments"], raise_on_error=False
            )
            plan.check_call(call, result.is_error, result.content[0].text)
        try:
            await client.call_tool("no_such_tool", {})
        except Exception as error:  # the kind depends on the era
            assert "no_such_tool" in str(error), error
        else:
            raise AssertionError("an unknown tool was accepted")


asyncio.run(main())
