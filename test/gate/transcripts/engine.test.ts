import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { passagesOf } from '../../../engine/chunk/passages.ts';
import {
  analyze,
  closeLoading,
  compareVersions,
  createWordsChecker,
  lintRules,
  localFiles,
  localJob,
  localPorts,
  rulesFrom,
  verifyCitations,
} from '../../../engine/index.ts';
import { datesOf } from '../../../engine/label/dates.ts';
import { quantitiesOf } from '../../../engine/label/quantities.ts';
import { detectLanguage } from '../../../engine/language/detect.ts';
import type { Result } from '../../../engine/model/result.ts';
import { ruleSchema } from '../../../engine/model/rule.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import { givenCitationSchema } from '../../../engine/model/verification.ts';
import { ruleAnswer, ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { startModelServer } from '../../support/model-server/model-server.ts';
import { Transcript } from '../../support/transcript.ts';
import { loadPath } from '../engine/load/support/load-file.ts';
import { modelChecker } from '../engine/model/support/model-run.ts';
import { findingLines } from './support/finding-lines.ts';
import { readingOf } from './support/reading.ts';

const here = import.meta.dirname;
afterAll(closeLoading);

const file = (name: string) => join(here, 'files', name);
const filesIn = (folder: string) =>
  readdirSync(join(here, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(here, folder, name))
    .sort();
const files = filesIn('files');
const isPolicy = (name: string) => name.includes('policy');
const inputs = files.filter((path) => !isPolicy(path));
/** The input files without those of which a part cannot be read. */
const readable = inputs.filter((path) => !/mail|plants|json/.test(path));
const steps = (name: string): unknown => parse(readFileSync(join(here, 'steps/engine', name), 'utf8'));
const rules = z.array(ruleSchema).parse(steps('rules.yaml'));

/** The passages of a text, each as the offsets of its sentences with the end of the passage, under its headings. */
async function split(content: SourceText): Promise<string[]> {
  const lines: string[] = [];
  const whole = { role: 'input' as const, fileIndex: 0, name: '', linkBase: '', sha256: '', content };
  for await (const { end, headingPath, sentences } of passagesOf(whole))
    lines.push(`passage ${headingPath.join(' > ')}: ${sentences.map(({ start }) => start).join(' ')} ${end}`);
  return lines;
}

function addResult(transcript: Transcript, title: string, result: Result): void {
  const { findings, output, outputSources, outputGaps, warnings, files: reports } = result;
  transcript.add(title, { output, outputSources, outputGaps, warnings, reports });
  for (const finding of findings)
    transcript.add(`${finding.rule.name}: ${finding.rule.description}`, findingLines(finding).join('\n'));
}

it('every file is read as recorded, and its passages are as recorded', async () => {
  const transcript = new Transcript();
  for (const path of [...files, ...filesIn('files/whole')]) {
    const content = await loadPath(path).catch((failure: unknown) => String(failure));
    const lines =
      typeof content === 'string' ? [content] : [...readingOf(content), ...(await split(content))];
    transcript.add(path.slice(here.length), lines.join('\n'));
  }
  await transcript.expectAsRecorded(here, 'files.txt');
});

it.each(['together', 'each'] as const)('rules get the recorded findings by words: %s', async (scope) => {
  const transcript = new Transcript();
  const knowledge = [file('policy-1.md')];
  const outputs = z.array(z.json()).parse(steps('formats.yaml'));
  const asked = scope === 'together' ? rules : rules.filter((_, at) => at % 4 === 0);
  const ports = localPorts({ checker: createWordsChecker() });
  const [first, ...others] = outputs.map((outputFormat) =>
    localJob({
      rules: asked,
      inputs: scope === 'each' ? inputs : readable,
      knowledge,
      scope,
      outputFormat,
      runId: '0'.repeat(24),
    }),
  );
  if (first) addResult(transcript, scope, await analyze(first, ports));
  for (const job of scope === 'together' ? others : []) {
    const { output, outputSources, outputGaps } = await analyze(job, ports);
    transcript.add(JSON.stringify(job.outputFormat), { output, outputSources, outputGaps });
  }
  await transcript.expectAsRecorded(here, `rules-${scope}.txt`);
});

const answersSchema = z.array(
  z.looseObject({
    name: z.string(),
    description: z.string(),
    ifAbsent: z.enum(['violated', 'satisfied']).optional(),
    quotes: z.array(z.tuple([z.string(), z.string()])),
    support: z.looseObject({}).default({ verdict: 'entails', matters: [] }),
  }),
);

it('answers of a model get the recorded labels', async () => {
  const answers = answersSchema.parse(steps('answers.yaml'));
  let asked = answers[0];
  const server = await startModelServer({
    chat: (request) => {
      const { purpose, quote } = ruleRequestOf(request);
      if (purpose === 'support') return { json: { reason: 'So it says.', ...asked?.support } };
      const quotes = (asked?.quotes ?? []).map(([words, stance]) => ({ ...quote(words), stance }));
      return { json: ruleAnswer({ ...asked, quotes }) };
    },
  });
  const transcript = new Transcript();
  const ports = localPorts({ checker: modelChecker({ rules: [], sources: [], url: server.url }) });
  for (const answer of answers) {
    asked = answer;
    const { name, description, ifAbsent } = answer;
    const rule = { name, description, ...(ifAbsent && { ifAbsent }) };
    const job = localJob({
      rules: [rule],
      inputs: readable,
      knowledge: [file('policy-1.md')],
      runId: '0'.repeat(24),
    });
    const { findings } = await analyze(job, ports);
    transcript.add(`${name}: ${description}`, findings.flatMap(findingLines).join('\n'));
  }
  await server.close();
  await transcript.expectAsRecorded(here, 'answers.txt');
});

it('rules of a policy, their lint and the changes between two versions are as recorded', async () => {
  const transcript = new Transcript();
  const [before, after, all] = await Promise.all(
    [[file('policy-1.md')], [file('policy-2.md')], files].map((paths) =>
      rulesFrom({ files: localFiles(paths) }, localPorts()),
    ),
  );
  if (!before || !after) throw new Error('nothing was extracted');
  transcript.add('policy 1', before);
  transcript.add('all files', all);
  transcript.add('from version 1 to 2', compareVersions(before.rules, after));
  transcript.add('lint of the rules', await lintRules(rules));
  transcript.add('lint of policy 1', await lintRules(before.rules));
  await transcript.expectAsRecorded(here, 'written-rules.txt');
});

it('citations get the recorded verdicts', async () => {
  const citations = z
    .array(givenCitationSchema.omit({ id: true }))
    .parse(steps('citations.yaml'))
    .map((one, at) => ({ id: String(at + 1), ...one }));
  const transcript = new Transcript();
  const { citations: verified, ...rest } = await verifyCitations(
    { citations, sources: localFiles(files).map((one) => ({ ...one, linkBase: one.name })) },
    localPorts(),
  );
  for (const { given, ...one } of verified) transcript.add(JSON.stringify(given), one);
  transcript.add('all', rest);
  await transcript.expectAsRecorded(here, 'citations.txt');
});

it('numbers, dates and languages are read as recorded', async () => {
  const transcript = new Transcript();
  for (const sentence of z.array(z.string()).parse(steps('sentences.yaml')))
    transcript.add(sentence, [detectLanguage(sentence).code, quantitiesOf(sentence), datesOf(sentence)]);
  await transcript.expectAsRecorded(here, 'numbers.txt');
});
