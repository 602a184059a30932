"""The Python SDK as a client: `python_mcp.py PLAN ERA COMMAND ARG...`."""

import asyncio
import sys

import plan
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError


async def main() -> None:
    wanted, era, command = plan.read(sys.argv)
    server = StdioServerParameters(command=command[0], args=command[1:])
    mode = "legacy" if era == "legacy" else "auto"
    async with Client(server, mode=mode, read_timeout_seconds=60) as client:
        plan.check_version(client.protocol_version, era)
        plan.check_instructions(client.instructions)
        tools = (await client.list_tools()).tools
        plan.check_tools([tool.name for tool in tools], wanted)
        for call in wanted["calls"]:
            result = await client.call_tool(call["tool"], call["arguments"])
            plan.check_call(call, result.is_error, result.content[0].text)
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


asyncio.run(main())
