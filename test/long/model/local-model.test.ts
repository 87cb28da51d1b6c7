import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Finding, findingSchema } from '../../../engine/model/finding.ts';
import { proviso, workFolder } from '../../gate/cli/command.ts';
import {
  fetchLocalModel,
  type LocalModel,
  type ModelAnswer,
  startLocalModel,
} from '../../support/local-model/start.ts';

const minutes = 60_000;
/** No further document is asked about after this time: on a slow machine, fewer questions are asked. */
const longest = 12 * minutes;
const fewestQuestions = 12;
const documents = join(process.cwd(), 'prompts/cases/documents');

/** Cases with short documents, whose right answers are known: wrong and right clauses, silent and hostile documents. */
const cases = [
  'confidentiality',
  'contradicting-amendment',
  'contradicting-passages',
  'employment',
  'hosting',
  'injection-false-duty',
  'injection-order',
  'injection-silence',
  'lease',
  'locked-licence',
  'locked-order',
].map((name) => caseSchema().parse(parse(readFileSync(`prompts/cases/${name}.yaml`, 'utf8'))));

const unavailable = await fetchLocalModel();
if (unavailable !== null)
  process.stderr.write(`SKIPPED: no question goes to a real language model: ${unavailable}\n`);

describe.skipIf(unavailable !== null)('a real language model of 135 million parameters', () => {
  let model: LocalModel;
  let folder: ReturnType<typeof workFolder>;

  beforeAll(async () => {
    folder = workFolder({});
    model = await startLocalModel();
  });
  afterAll(async () => {
    folder.remove();
    await model.stop();
  });

  /** Runs the command as a user would, and returns its findings. */
  async function check(
    { rules, files }: { rules: readonly Rule[]; files: readonly string[] },
    way: ModelAnswer['model'],
    env: Record<string, string> = {},
  ) {
    const before = model.answers.length;
    writeFileSync(join(folder.path, 'rules.json'), JSON.stringify(rules));
    const paths = files.map((file) => join(documents, file));
    const ended = await proviso(
      ['check', ...paths, '--rules', 'rules.json', '--model', way, '--base-url', model.url, '-f', 'json'],
      { cwd: folder.path, env },
    );
    expect([0, 3], ended.stderr).toContain(ended.code);
    const { findings } = resultSchema.parse(JSON.parse(ended.stdout));
    return { findings, answers: model.answers.slice(before) };
  }

  it(
    'leads to a wrong CONFIRMED in at most one of ten of 50 questions, or as many as 12 minutes allow, and every failure has a reason that a person understands',
    async () => {
      const begun = performance.now();
      const isOver = (): boolean => performance.now() - begun > longest;
      const found: { finding: Finding; expected: Expected; text: string }[] = [];
      const answers: ModelAnswer[] = [];
      for (const { rules, documents: paths, expected } of cases) {
        if (isOver()) break;
        const files = paths.map((path) => basename(path));
        const checked = await check({ rules, files }, 'brief');
        answers.push(...checked.answers);
        const text = files.map(textOf).join('\n');
        for (const finding of checked.findings) {
          const right = expected.find(({ rule }) => rule === finding.rule.name);
          if (right) found.push({ finding, expected: right, text });
        }
      }
      process.stdout.write(`${countsOf(found, answers)}\n`);
      expect(found.length).toBeGreaterThanOrEqual(isOver() ? fewestQuestions : 50);
      // What the worth of an answer depends on, `proviso eval certify` measures.
      expect(found.filter(isWronglyConfirmed).length).toBeLessThanOrEqual(found.length / 10);
      for (const { finding, text } of found) {
        expect(statementsOf(finding)).toEqual([]);
        if (!finding.assessed || finding.label === 'NOT FOUND') continue;
        expect(finding.citations.length).toBeGreaterThan(0);
        for (const { quote } of finding.citations) expect(text).toContain(quote);
      }
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      // The server writes along a grammar that it makes from the schema, so that each complete answer has its form.
      const complete = found
        .flatMap(({ finding }) => finding.checker.exchange ?? [])
        .filter(({ purpose, finish }) => purpose.startsWith('check') && finish === 'complete');
      expect(complete.length).toBeGreaterThanOrEqual(found.length);
      expect([...new Set(complete.map(({ answer }) => Object.keys(JSON.parse(answer)).join()))]).toEqual([
        'closest,sentences,answer,values,missing,outcome,flagged',
      ]);
      // Everything before the rule is the same for every rule of a document.
      expect(sumOf(answers, 'reused') / sumOf(answers, 'read')).toBeGreaterThan(0.6);
    },
    45 * minutes,
  );

  it(
    'whose context is too small for a document refuses it with advice, and reads it in parts if the advice is followed',
    async () => {
      const question = { rules: [lateFee], files: readdirSync(documents) };
      const refused = await check(question, 'brief');
      expect(refused.answers.map(({ status }) => status)).toEqual([400]);
      expect(refused.findings[0]).toMatchObject({ assessed: false, notAssessedReason: 'checker_failed' });
      expect(refused.findings[0]?.statement).toMatch(
        /^Not assessed: The model server refuses the request \(400\): .*context size.* 3072 available\. Lower MODEL_READ_TOKENS, or start the model with a larger context\.$/,
      );
      const read = await check(question, 'brief', { MODEL_READ_TOKENS: '1000' });
      expect([...new Set(read.answers.map(({ status }) => status))]).toEqual([200]);
      expect(read.answers.length).toBeGreaterThan(1);
    },
    15 * minutes,
  );

  it(
    'that answers slowly is given up after MODEL_TIMEOUT_SECONDS, and can answer the next question',
    async () => {
      const question = { rules: [lateFee], files: ['hosting.txt'] };
      const before = model.answers.length;
      const slow = await check(question, 'unlimited', { MODEL_TIMEOUT_SECONDS: '1' });
      expect(slow.findings[0]).toMatchObject({
        assessed: false,
        statement: 'Not assessed: The model server did not answer within 1 s.',
      });
      // Without limits on its texts, the model repeats itself until its answer is cut off.
      const patient = await check(question, 'unlimited');
      const statuses = model.answers.slice(before).map(({ status }) => status);
      expect(statuses.slice(0, 5)).toEqual([499, 499, 499, 499, 499]);
      expect([...new Set(statuses.slice(5))]).toEqual([200]);
      for (const finding of patient.findings) expect(statementsOf(finding)).toEqual([]);
    },
    15 * minutes,
  );
});

type Rule = { name: string; description: string };
type Expected = { rule: string; label: string; outcome: string };

function caseSchema() {
  return z.object({
    documents: z.array(z.string()),
    rules: z.array(z.looseObject({ name: z.string(), description: z.string() })),
    expected: z.array(z.object({ rule: z.string(), label: z.string(), outcome: z.string() })),
  });
}

const resultSchema = z.object({ findings: z.array(findingSchema) });

const lateFee: Rule = {
  name: 'Late fee',
  description: 'The Customer shall pay a late fee of 2 % of the invoice for each week of delay.',
};

function textOf(file: string): string {
  return readFileSync(join(documents, file), 'utf8');
}

/** The statement of a finding without an answer, if it is not one of those that people understand. */
function statementsOf(finding: Finding): string[] {
  const { assessed, statement } = finding;
  if (assessed && finding.label !== 'NOT FOUND') return [];
  const known = assessed ? nothingFound : failures;
  return known.some((one) => one.test(statement)) ? [] : [statement];
}

const nothingFound = [
  /^The model read the documents and found no words that bear on this rule\.$/,
  /^Nothing was found that bears on this rule[.:]/,
];
const second = 'Not assessed: the model returned no usable answer in two attempts. The second answer';
const failures = [
  `${second} was longer than the model server allows, and was cut off.`,
  `${second} contained no sentence that is in an input document.`,
  `${second} was not of the form asked for (answer: it is empty).`,
  ...['satisfied', 'violated', 'partly_satisfied', 'conflicting', 'not_applicable'].map(
    (outcome) => `${second} had the outcome "${outcome}" without a sentence of an input document.`,
  ),
]
  .map((text) => new RegExp(`^${text.replace(/[.()]/g, '\\$&')}$`))
  .concat(
    /^Not assessed: the model found nothing, but the words of the rule are in the documents, .*by hand\.$/,
  );

/** Whether a finding is CONFIRMED although its outcome is wrong, or nothing in the documents decides it. */
function isWronglyConfirmed({ finding, expected }: { finding: Finding; expected: Expected }): boolean {
  if (!finding.assessed || finding.label !== 'CONFIRMED') return false;
  return expected.label === 'NOT FOUND' || finding.outcome !== expected.outcome;
}

function sumOf(answers: readonly ModelAnswer[], kind: 'read' | 'reused' | 'written'): number {
  return answers.reduce((total, { tokens }) => total + (tokens?.[kind] ?? 0), 0);
}

/** The figures for docs/models.md. */
function countsOf(found: readonly { finding: Finding }[], answers: readonly ModelAnswer[]): string {
  const counts = new Map<string, number>();
  for (const { finding } of found) {
    const kind = finding.assessed ? `${finding.label} ${finding.outcome}` : finding.statement.slice(0, 200);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const seconds = Math.round(answers.reduce((total, answer) => total + answer.seconds, 0));
  const tokens = (['read', 'reused', 'written'] as const).map((kind) => `${sumOf(answers, kind)} ${kind}`);
  return [
    `${found.length} questions, ${answers.length} answers in ${seconds} s, tokens: ${tokens.join(', ')}`,
    ...[...counts].map(([kind, count]) => `${count} × ${kind}`),
  ].join('\n');
}
