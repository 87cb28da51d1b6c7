import { join, relative } from 'node:path';
import { resultSchema } from '../../../engine/model/result.ts';
import { createClient } from '../../client/index.ts';
import { packageFolder } from '../../process/package-folder.ts';
import { renderTerminal } from '../render/terminal/report.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { interruptible } from '../terminal/interruption.ts';
import { columnsOf, wantsColor } from '../terminal/terminal.ts';
import { runProject } from './project.ts';
import { withService } from './service.ts';

const tell = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** `proviso demo`: the whole workflow from upload to findings, over HTTP, with a temporary service. */
export function demo(color: boolean): Promise<ExitCode> {
  const samples = join(packageFolder(), 'samples');
  return interruptible((signal) =>
    withService(async ({ url, token }) => {
      signal.throwIfAborted();
      tell(`The demo service runs at ${url}, with a user and a token. A program would now send:\n`);
      const project = await runProject({ client: createClient({ url, token }), samples, tell, signal });
      if (project.result === null) throw new Error(`the run ended as ${project.status} without a result`);
      const result = resultSchema.parse(project.result);
      const look = {
        width: columnsOf(process.stdout, process.stderr, process.env),
        color: wantsColor(process.stdout, color, process.env),
      };
      tell(renderTerminal(result, look));
      tell(whatNext(relative(process.cwd(), samples)));
      return exitCodes.done;
    }),
  );
}

function whatNext(samples: string): string {
  return `That was a sample: an agreement and its annex, checked against ten rules and the buyer's policy.
They are in ${samples}: open agreement.pdf and look up a page.

Try next:
  npx proviso check YOUR.pdf --rules ${join(samples, 'rules.yaml')}
      your own document, without a server; copy the rules and make them yours (docs/rules.md)
  npx proviso check ${join(samples, 'agreement.pdf')} --rules ${join(samples, 'rules.yaml')} --out report.md
      a report to send around; .json has everything for a program
  npx proviso serve
      the service for good: sign in at http://localhost:3000, make a token, and call the API (docs/api.md)
  npx proviso check --help
      everything else`;
}
