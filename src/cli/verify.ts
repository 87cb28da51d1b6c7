import { type Command, Option } from 'commander';
import { bundleEnding } from './check/options.ts';
import { badInput, type ExitCode } from './terminal/ending.ts';
import { formatOption, noColor, parseChoices } from './terminal/parse-options.ts';
import { failOnValues, formats, forms, type VerifyOptions } from './verify/options.ts';

type GivenOptions = Omit<VerifyOptions, 'sources' | 'failOn'> &
  Partial<VerifyOptions> & { key?: string; issuer?: string };

export function registerVerify(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('verify')
    .summary('verify citations that another tool made, or a bundle')
    .description(
      `Says of each citation whether its quote is in the sources, word for word. No model is called. Of a bundle (name${bundleEnding}), says whether it is unchanged since it was signed.`,
    )
    .argument(
      '<file>',
      `a file with citations, as JSON or Markdown, or - for standard input; or a bundle (name${bundleEnding})`,
    )
    .option('-s, --sources <paths...>', 'files or folders that the citations should be from')
    .addOption(
      new Option('--form <form>', 'the form of the answers (default: recognised from the content)').choices(
        forms,
      ),
    )
    .addOption(formatOption('how to show the result', formats, 'table'))
    .option('-o, --out <file>', 'write to this file (.txt, .json, .html, .sarif) instead of standard output')
    .option('--fail-on <what>', `exit with 1 on any of ${failOnValues.join(',')}`, parseChoices(failOnValues))
    .option('--key <id>', 'for a bundle: the id of the key that must have signed it')
    .option(
      '--issuer <url>',
      'for a bundle: the installation that must have signed it; its keys are read from there',
    )
    .option(...noColor)
    .addHelpText('after', afterHelp)
    .action(async (answers: string, options: GivenOptions) => {
      if (answers.toLowerCase().endsWith(bundleEnding)) {
        const { verifyBundle } = await import('./verify/bundle.ts');
        ends(await verifyBundle(answers, options));
        return;
      }
      if (options.key !== undefined || options.issuer !== undefined)
        throw badInput(`--key and --issuer are for bundles, whose names end in ${bundleEnding}`);
      const { verify } = await import('./verify/run.ts');
      ends(
        await verify(answers, { ...options, sources: options.sources ?? [], failOn: options.failOn ?? [] }),
      );
    });
}

const afterHelp = `
The plain form of the answers is a list; only the quote is required:
  [{"id": "1", "quote": "…", "source": "policy.pdf", "page": 12, "claim": "…"}]

Examples:
  proviso verify answers.json --sources documents/
  proviso verify answer.md --sources policy.pdf terms.docx --out report.html
  proviso verify answers.json --sources documents/ --fail-on any --format sarif
  proviso verify run.proviso.zip --issuer https://proviso.example.org

Exit codes: 0 done, 1 --fail-on found one, or the bundle was changed or signed by another, 2 bad input, 3 no source could be read,
            70 a bug in proviso, 130 interrupted
`;
