import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { defaultLimits, type Mark, openProposer, redlineWord } from '../../../engine/index.ts';
import { openLocalFile } from '../../../engine/load/local-files.ts';
import { type RedlinedFinding, redline, shownOf, writeText } from '../../services/redlines/redline.ts';
import { isWordName } from '../../services/redlines/redline-query.ts';
import { clean } from '../../services/report/clean.ts';
import { sourcePlace } from '../../services/report/facts.ts';
import { plural } from '../../services/report/words.ts';
import { analyzeHere, jobOf } from '../check/analysis.ts';
import { fileTexts } from '../check/file-texts.ts';
import { answersHere, modelSettings, modelsHere, requireServers, secretHere } from '../check/model.ts';
import type { CheckOptions } from '../check/options.ts';
import { ruleKey } from '../check/output/filter.ts';
import { Spool } from '../check/spool.ts';
import { type Page, pageFor, paragraph } from '../render/terminal/page.ts';
import { badges } from '../render/terminal/signs.ts';
import { readRules } from '../rules/read.ts';
import { badInput, type ExitCode, exitCodes } from '../terminal/ending.ts';
import {
  ensureReplacesNone,
  ensureWritable,
  lookOf,
  replaceFile,
  showWarnings,
  writeOut,
} from '../terminal/output.ts';

/** The options of `proviso redline` as the user gave them. */
export type RedlineOptions = Pick<
  CheckOptions,
  'rules' | 'knowledge' | 'out' | 'color' | 'model' | 'baseUrl' | 'budgetTokens' | 'keepAnswers'
> & { accept: string[]; after?: string; propose?: boolean; format: 'text' | 'json' };

/**
 * `proviso redline`: checks a document, changes what breaks the rules, and checks the changed document. Returns the exit
 * code. Throws `bad_input`, and the reason of `signal` when it is aborted.
 */
export async function redlineFile(
  file: string,
  options: RedlineOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { accept, after, propose, format, ...checking } = options;
  const { out, color } = checking;
  const isWord = isWordName(file);
  if (out !== undefined && !isWord)
    throw badInput(`--out is for Word files (.docx): leave it out to list the changes of ${file}`);
  if (out !== undefined) await ensureWritable(out);
  const ruleSet = await readRules(options.rules);
  const kept = await answersHere(options.keepAnswers);
  const settings = modelSettings(options, process.env);
  if (propose && settings.MODEL === null)
    throw badInput('--propose needs a language model: set it with --model or MODEL');
  const models = modelsHere(settings, secretHere(process.env, kept));
  if (kept === null) await requireServers(settings, signal);
  const spool = new Spool(defaultLimits.fileBytes);
  try {
    const { job, warnings } = await jobOf(
      [file],
      { ...checking, scope: 'together', alsoOut: [], failOn: [] },
      { ...ruleSet, outputFormat: null },
      (named) => spool.take(named, signal),
    );
    const [input, ...others] = job.inputs;
    if (input === undefined || others.length > 0) throw badInput(`${file} is a folder: name one file`);
    if (out !== undefined) await ensureReplacesNone(out, [input.ref, options.rules, ...options.knowledge]);
    const texts = fileTexts();
    const check = (ref: string) =>
      analyzeHere(
        { ...job, inputs: [{ ...input, ref, ...(ref !== input.ref && { name: basename(ref) }) }] },
        { models, answers: kept?.answers ?? null, texts, color, signal, isQuiet: false, boxes: false },
      );
    const result = await check(input.ref);
    showWarnings([...warnings, ...result.warnings]);
    if (result.findings.every(({ assessed }) => !assessed)) return exitCodes.nothingAssessed;
    const { sha256 } = await openLocalFile(input, signal);
    const wanted = new Set(accept.map((rule) => ruleKey('--accept', rule, job.rules)));
    const redlined = await redlineHere({
      ...{ ref: input.ref, file: { name: input.name, sha256 }, fileIndex: 0 },
      ...{ result, check, textsOf: texts.textsOf, after: () => after },
      ...(propose && { proposer: openProposer(job, { ...models, ...kept }, signal) }),
      wants: ({ rule }) => wanted.size === 0 || wanted.has(rule.key),
    });
    if (out !== undefined) await replaceFile(out, signal, (handle) => handle.write(redlined.document));
    await writeOut(
      format === 'json' ? jsonOf(redlined.findings) : textOf(redlined.findings, lookOf(undefined, color)),
    );
    return exitCodes.done;
  } finally {
    await spool.clear();
  }
}

/** `file` is the document at the path `ref`, with the hash with which it was checked. */
type RedliningHere = Omit<Parameters<typeof redline>[0], 'write' | 'copy'> & { ref: string };

/** Redlines a file of this machine, with its result and the texts that were read. Throws a `ReadFailure` and `bad_input`. */
export async function redlineHere({ ref, ...given }: RedliningHere) {
  const isWord = isWordName(given.file.name);
  const by = { author: 'Proviso', at: new Date() };
  const write = (marks: readonly Mark[]) =>
    isWord ? redlineWord(ref, marks, by, defaultLimits.fileCharacters) : writeText(marks, given);
  const folder = await mkdtemp(join(tmpdir(), 'proviso-'));
  try {
    return await redline({ ...given, write, copy: join(folder, isWord ? 'changed.docx' : 'changed.txt') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The redlined findings as JSON; the text ends with a line break. */
function jsonOf(findings: readonly RedlinedFinding[]): string {
  return `${JSON.stringify({ findings: findings.map(shownOf) }, null, 2)}\n`;
}

/** The redlined findings as text for a terminal; it ends with a line break. */
function textOf(findings: readonly RedlinedFinding[], look: { width: number; color: boolean }): string {
  const page = pageFor(look);
  const offered = findings.filter(({ withheld }) => withheld === null).length;
  const count = `${plural(findings.length, 'finding needs', 'findings need')} a change; ${offered} offered`;
  return `${[...findings.flatMap((one) => lines(page, one)), count].join('\n')}\n`;
}

function lines(page: Page, { finding, changes, withheld, after }: RedlinedFinding): string[] {
  const { paint } = page;
  const answers = [finding, ...(after === null ? [] : [after])].map((one) => badges(paint, one));
  const said = changes.flatMap(({ citation, becomes, inserted, note }) => [
    ...paragraph(
      page,
      paint.dim(`${sourcePlace(citation)}${inserted === undefined ? '' : ', a new paragraph after'}`),
    ),
    ...paragraph(
      page,
      inserted === undefined ? paint.red(`- ${clean(citation.quote)}`) : `  ${clean(citation.quote)}`,
    ),
    ...paragraph(page, paint.green(`+ ${clean(inserted ?? becomes)}`)),
    ...(note === undefined ? [] : paragraph(page, `Before you accept: ${clean(note)}.`)),
  ]);
  const why = withheld === null ? [] : paragraph(page, `Not offered: ${clean(withheld)}.`);
  return [
    ...paragraph(page, `${paint.bold(clean(finding.rule.name))}  ${answers.join(' → ')}`, ''),
    ...said,
    ...why,
    '',
  ];
}
