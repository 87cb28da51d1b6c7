import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AnswerCache, inMemoryAnswerCache } from '../../../../engine/llm/answer-cache.ts';
import type { GivenModelSettings } from '../../../../engine/llm/model-settings.ts';
import type { Scope } from '../../../../engine/model/rule.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../../tools/model-server/rule-request.ts';
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { analyzeFiles } from './support/analyze-files.ts';

const facts = {
  Notice: 'The customer may end the agreement with a notice of 30 days',
  Invoices: 'Invoices are payable within 14 days after receipt',
  Retention: 'Personal data is erased 24 months after the end',
};
const rules = [
  { name: 'Notice', description: 'The customer can end the agreement with a notice of 30 days.' },
  { name: 'Invoices', description: 'Invoices are payable within 14 days.' },
  { name: 'Retention', description: 'Personal data is erased after 24 months.' },
  { name: 'Insurance', description: 'The provider holds a liability insurance.' },
];
/** A file of many sections, which makes a call with the whole file long. */
const agreement = [
  ...Object.values(facts).map((fact) => `${fact}.`),
  ...Array.from(
    { length: 30 },
    (_, index) =>
      `Section ${index + 4} describes how keys, badges and visitors are handled at gate ${index}.`,
  ),
].join('\n\n');
const schedule = 'Deliveries arrive at the warehouse every second Tuesday before noon.';
const amendment = 'Invoices that are disputed in good faith are payable when the dispute is over.';

const folder = temporaryFolder('added');
let server: ModelServer;
let answers: AnswerCache;
beforeEach(async () => {
  answers = inMemoryAnswerCache();
  server = await startModelServer({
    chat(request) {
      const seen = ruleRequestOf(request);
      if (seen.purpose === 'support') return entails;
      const [, fact] = Object.entries(facts).find(([name]) => name === seen.about) ?? [];
      if (!fact || !seen.passages.some(({ text }) => text.includes(fact))) return { json: ruleAnswer({}) };
      const quotes = [{ ...seen.quote(fact), stance: 'supports' }];
      return { json: ruleAnswer({ quotes, answer: `${fact}.`, outcome: 'satisfied' }) };
    },
  });
});
afterEach(() => server.close());

type Texts = Record<string, string>;

/** Checks the texts as files. Returns the model's requests, in the order of the names of the rules. */
async function asked(texts: Texts, scope: Scope, settings: Partial<GivenModelSettings> = {}) {
  const inputs = Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const before = server.requests.length;
  const { findings } = await analyzeFiles({ rules, inputs, scope, url: server.url, answers, settings });
  const requests = server.requests.slice(before).map((request) => ({ request, ...ruleRequestOf(request) }));
  const checks = requests.filter(({ purpose }) => purpose === 'check');
  return {
    findings,
    checks: checks.map(({ about }) => about).sort(),
    shown: checks.map(({ request }) => request.user),
    supports: requests.length - checks.length,
  };
}

const everyRule = ['Insurance', 'Invoices', 'Notice', 'Retention'];

describe('a second run with an added file', () => {
  it('asks only about the added file, once for each rule, if each file is checked separately', async () => {
    const texts = { 'a.txt': agreement, 'c.txt': `${agreement}\n\nSigned twice.` };
    const first = await asked(texts, 'each');
    expect(first.checks).toHaveLength(rules.length * 2);
    const again = await asked({ ...texts, 'b.txt': amendment }, 'each');
    expect(again.checks).toEqual(everyRule);
    expect(again.supports).toBe(0);
    for (const text of again.shown) expect(text).not.toContain('The customer may end');
    expect(again.findings.filter(({ label }) => label === 'CONFIRMED')).toHaveLength(6);
  });

  it('asks about each rule again, but makes no new support check, if all files are checked together', async () => {
    await asked({ 'a.txt': agreement }, 'together');
    const again = await asked({ 'a.txt': agreement, 'b.txt': schedule }, 'together');
    expect(again).toMatchObject({ checks: everyRule, supports: 0 });
    for (const text of again.shown) expect(text).toContain('every second Tuesday');
  });

  it('asks again only about rules that lack findings or whose words are in the added file, if the files are too large for a call', async () => {
    const settings = { readTokens: 600, passageTokens: 400 };
    const first = await asked({ 'a.txt': agreement }, 'together', settings);
    expect(first.supports).toBe(3);
    const again = await asked({ 'a.txt': agreement, 'b.txt': schedule }, 'together', settings);
    expect(again).toMatchObject({ checks: ['Insurance'], supports: 0 });
    expect(again.shown[0]).toContain('every second Tuesday');
    const amended = await asked(
      { 'a.txt': agreement, 'b.txt': schedule, 'c.txt': amendment },
      'together',
      settings,
    );
    expect([...new Set(amended.checks)]).toEqual(['Insurance', 'Invoices']);
    expect(amended.supports).toBe(0);
  });

  it('asks nothing if the added file is a copy of an earlier one or cannot be read', async () => {
    await asked({ 'a.txt': agreement }, 'together');
    const again = await asked(
      { 'a.txt': agreement, 'b.txt': agreement, 'c.pdf': '%PDF-1.7 broken' },
      'together',
    );
    expect(again).toMatchObject({ checks: [], supports: 0 });
    expect(again.findings.every(({ search }) => !search.complete)).toBe(true);
  });
});
