import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
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
import { givenCitationSchema } from '../../../engine/model/verification.ts';
import { ruleAnswer, ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { startModelServer } from '../../support/model-server/model-server.ts';
import { Transcript } from '../../support/transcript.ts';
import { loadPath } from '../engine/load/support/load-file.ts';
import { readingOf } from '../engine/load/support/reading.ts';
import { modelChecker } from '../engine/model/support/model-run.ts';
import { findingLines } from './support/finding-lines.ts';

const here = import.meta.dirname;
afterAll(closeLoading);

const file = (name: string) => join(here, 'files', name);
const names = readdirSync(join(here, 'files'));
const files = names.map(file);
const isPolicy = (name: string) => name.includes('policy');
const inputs = files.filter((path) => !isPolicy(path));
/** The input files without those of which a part cannot be read. */
const readable = inputs.filter((path) => !/mail|plants|json/.test(path));
const steps = (name: string): unknown => parse(readFileSync(join(here, 'steps', name), 'utf8'));
const rules = z.array(ruleSchema).parse(steps('rules.yaml'));

function addResult(transcript: Transcript, title: string, result: Result): void {
  const { findings, output, outputSources, outputGaps, warnings, files: reports } = result;
  transcript.add(title, { output, outputSources, outputGaps, warnings, reports });
  for (const finding of findings)
    transcript.add(`${finding.rule.name}: ${finding.rule.description}`, findingLines(finding).join('\n'));
}

it('every file is read as recorded, and its passages are as recorded', async () => {
  const transcript = new Transcript();
  for (const path of files) {
    const reading = await loadPath(path).then(readingOf, (failure: unknown) => [String(failure)]);
    transcript.add(path.slice(here.length), reading.join('\n'));
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
    { citations, sources: localFiles(files) },
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
