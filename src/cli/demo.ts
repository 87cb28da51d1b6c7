import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { ExitCode } from './exit-codes.ts';

export function registerDemo(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('demo')
    .summary('check the sample agreement')
    .description('Checks the sample agreement against ten rules, the way `proviso check` does.')
    .option('--no-color', 'no colour (NO_COLOR and FORCE_COLOR are honoured too)')
    .action(async ({ color }: { color: boolean }) => {
      const { check } = await import('./check/run.ts');
      const folder = sampleFolder();
      const sample = (name: string) => join(folder, name);
      const code = await check([sample('agreement.pdf'), sample('annex-b.docx')], {
        rules: sample('rules.yaml'),
        knowledge: [sample('policy.pdf')],
        scope: 'together',
        failOn: [],
        color,
      });
      process.stdout.write(whatNext(relative(process.cwd(), folder)));
      ends(code);
    });
}

/** The samples stand beside package.json, which is found from the sources and from the build alike. */
function sampleFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, 'samples');
}

function whatNext(samples: string): string {
  return `
That was a sample: an agreement and its annex, checked against ten rules and the buyer's policy.
They are in ${samples}: open agreement.pdf and look up a page.

Try next:
  npx proviso check YOUR.pdf --rules ${join(samples, 'rules.yaml')}
      your own document; copy the rules and make them yours (docs/rules.md)
  npx proviso check ${join(samples, 'agreement.pdf')} --rules ${join(samples, 'rules.yaml')} --out report.md
      a report to send around; .json gives everything to a program
  npx proviso check --help
      everything else
`;
}
