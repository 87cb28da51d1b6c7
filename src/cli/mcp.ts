import type { Command } from 'commander';
import { collect } from './check.ts';

export function registerMcp(program: Command): void {
  program
    .command('mcp')
    .summary('let an agent check documents (Model Context Protocol)')
    .description(
      'Serves the Model Context Protocol on standard input and output: agents check the documents of a folder, read findings with their quotes, verify citations and lint rules. Needs no server and no key.',
    )
    .option(
      '-f, --folder <folder>',
      'a folder whose files may be read; repeat for more (default: the current folder)',
      collect,
    )
    .addHelpText('after', afterHelp)
    .action(async ({ folder }: { folder?: string[] }) => {
      const { serveMcp } = await import('./mcp/run.ts');
      await serveMcp(folder ?? ['.']);
    });
}

const afterHelp = `
An agent starts this command. Files outside of the folders cannot be read, also not through links.
The settings of models apply, such as MODEL and OPENAI_API_KEY; without MODEL, words are compared.

Example of a configuration:
  {"mcpServers": {"proviso": {"command": "node", "args": ["/home/ada/proviso/bin/proviso.js", "mcp", "--folder", "/home/ada/contracts"]}}}
in which /home/ada/proviso is the checkout of Proviso.

Exit codes: 0 the agent closed the connection, 2 bad input, 70 a bug in proviso, 130 interrupted
`;
