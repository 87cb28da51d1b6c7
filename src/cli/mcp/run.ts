import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { readConfig } from '../../config.ts';
import { createMcpServer } from '../../mcp/server.ts';
import { packageVersion } from '../../process/package-version.ts';
import { compilePatternsOnce, growHeapSlowly } from '../../process/v8-options.ts';
import { interruptible } from '../terminal/ending.ts';
import { Folders } from './folders.ts';
import { localAgents } from './local-agents.ts';

/** `proviso mcp`: serves an agent on standard input and output until it closes the connection. */
export async function serveMcp(paths: readonly string[]): Promise<void> {
  const folders = await Folders.open(paths);
  const { LIMIT_MCP_CHARACTERS, LIMIT_MCP_WAIT_SECONDS } = process.env;
  const limits = readConfig({ LIMIT_MCP_CHARACTERS, LIMIT_MCP_WAIT_SECONDS });
  growHeapSlowly();
  compilePatternsOnce();
  await interruptible(async (signal) => {
    const agents = localAgents(folders, process.env);
    const server = createMcpServer(agents, { version: packageVersion(), limits });
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve;
      // The transport does not notice that its input has ended.
      process.stdin.once('end', resolve);
      process.stdin.once('close', resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      await server.connect(new StdioServerTransport());
      if (process.stdin.isTTY)
        process.stderr.write(
          `proviso: waiting for an agent on standard input; it may read ${folders.words}\n`,
        );
      await closed;
    } finally {
      await server.close();
      await agents.close();
    }
    signal.throwIfAborted();
  });
}
