import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CheckFailure } from '../../../../engine/model/errors.ts';
import { type Label, type Outcome, verdictSchema } from '../../../../engine/model/finding.ts';
import { keyRules } from '../../../../engine/model/keys.ts';
import { resultSchema } from '../../../../engine/model/result.ts';
import type { Rule } from '../../../../engine/model/rule.ts';
import { answerByPosition } from '../../../../engine/positions.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../../tools/model-server/rule-request.ts';
import { citation, finding, wholeSearch } from '../../../support/findings.ts';
import { folderWith, jobOf, run } from '../../../support/job.ts';
import { startModelServer } from '../../../support/model-server/model-server.ts';
import { analyzeFiles } from '../model/support/analyze-files.ts';

const rule: Rule = { name: 'Notice', description: 'P', fallbacks: ['F1', 'F2'], never: 'N' };
const checker = {
  method: 'model',
  tokens: { input: 10, output: 2, cached: 1 },
  requests: 1,
  cost: 0.1,
} as const;
type Answers = Record<string, `${Label} ${Outcome}`>;

/** The finding of the rule if its positions are answered as given; a position without an answer is NOT FOUND. */
async function decide(answers: Answers, change: Partial<Rule> = {}) {
  const asked: string[] = [];
  const [keyed] = keyRules([{ ...rule, ...change }]);
  if (!keyed) throw new Error('The rule has no key');
  const found = await answerByPosition({ rule: keyed }, async ({ rule: one }) => {
    const { description, ifAbsent = 'undetermined' } = one;
    asked.push(description);
    if (description === 'fails') throw new CheckFailure('checker_failed', 'It failed.', { checker });
    const [label, outcome] = answers[description]?.split(/ (?=\S+$)/) ?? ['NOT FOUND', ifAbsent];
    const stance = outcome === 'violated' ? 'contradicts' : 'supports';
    const citations = label === 'NOT FOUND' ? [] : [citation(`About ${description}`, { stance })];
    const search = { ...wholeSearch, complete: description !== 'withheld', queries: [description] };
    const verdict = verdictSchema.parse({ assessed: true, label, outcome });
    return {
      ...finding({ rule: one, verdict, citations, search, statement: `It says ${description}.` }),
      checker,
    };
  });
  const { kind, index, met } = found.position ?? {};
  return {
    ...found,
    asked,
    said: `${found.label} ${found.outcome}: ${met ? '' : 'no '}${kind}${index ?? ''}`,
  };
}

const met = 'CONFIRMED satisfied';
const unmet = 'CONFIRMED violated';
it.each<[string, Answers, string, Rule['ifAbsent']?]>([
  ['the preferred position', { P: met, F1: unmet }, 'CONFIRMED satisfied: preferred'],
  ['the best fallback that is met', { P: unmet, F1: met, F2: met }, 'CONFIRMED satisfied: fallback1'],
  ['one below an open one', { F1: 'ESTIMATED undetermined', F2: met }, 'CONFIRMED satisfied: fallback2'],
  ['a guess of a fallback as one', { P: unmet, F1: 'ESTIMATED satisfied' }, 'ESTIMATED satisfied: fallback1'],
  ['what is refused, whatever else is met', { P: met, N: met }, 'CONFIRMED violated: never'],
  ['a guess of what is refused as one', { P: met, N: 'ESTIMATED satisfied' }, 'ESTIMATED violated: never'],
  ['a doubt about it', { P: met, N: 'ESTIMATED undetermined' }, 'ESTIMATED satisfied: preferred'],
  ['a guess that it is absent', { P: met, N: 'ESTIMATED violated' }, 'ESTIMATED satisfied: preferred'],
  ['a part of it', { P: met, N: 'CONFIRMED partly_satisfied' }, 'ESTIMATED satisfied: preferred'],
  ['no doubt if it is denied', { P: met, N: unmet }, 'CONFIRMED satisfied: preferred'],
  [
    'no doubt if it is not meant',
    { P: met, N: 'CONFIRMED not_applicable' },
    'CONFIRMED satisfied: preferred',
  ],
  ['a violation of all positions', { P: unmet, F1: unmet, F2: unmet }, 'CONFIRMED violated: no preferred'],
  [
    'no violation that silence decides',
    { P: unmet, F1: unmet },
    'ESTIMATED violated: no preferred',
    'violated',
  ],
  ['an open one first', { P: unmet, F1: 'ESTIMATED conflicting' }, 'ESTIMATED conflicting: no fallback1'],
  [
    'a position met in part',
    { P: unmet, F1: unmet, F2: 'CONFIRMED partly_satisfied' },
    'CONFIRMED partly_satisfied: no fallback2',
  ],
  ['silence', {}, 'NOT FOUND undetermined: no preferred'],
  ['silence as ifAbsent has it', {}, 'NOT FOUND violated: no preferred', 'violated'],
  ['silence that is good as no position', {}, 'NOT FOUND satisfied: no preferred', 'satisfied'],
  ['a doubt, not silence', { N: 'ESTIMATED undetermined' }, 'ESTIMATED undetermined: no never', 'satisfied'],
])('the finding of a rule with positions shows %s', async (_, answers, said, ifAbsent) => {
  expect((await decide(answers, { ...(ifAbsent && { ifAbsent }) })).said).toBe(said);
});

it('fallbacks are checked until a position is met, and what is refused always', async () => {
  expect((await decide({ P: met })).asked).toEqual(['P', 'N']);
  expect((await decide({ F1: met }, { preferred: 'Q' })).asked).toEqual(['Q', 'F1', 'N']);
  expect((await decide({ P: 'NOT FOUND satisfied' })).asked).toEqual(['P', 'F1', 'F2', 'N']);
});

it('a finding says what is open beside the position that is met, and why that keeps it from being CONFIRMED', async () => {
  const answers = { P: 'ESTIMATED undetermined', F1: met, N: 'ESTIMATED conflicting' } as const;
  const { statement, reasons, toSettle, position } = await decide(answers);
  expect(statement).toBe(
    'Fallback 1 of 2 is met. It says F1. It is open whether the preferred position is met, and whether what the rule refuses is in the documents.',
  );
  expect([reasons, toSettle]).toEqual([
    ['open_position'],
    ['Decide whether what the rule refuses is in the documents.'],
  ]);
  expect(position?.tried.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'preferred ESTIMATED',
    'fallback CONFIRMED',
    'never ESTIMATED',
  ]);
});

it('a quote of what is refused is shown as one against the rule', async () => {
  const { citations, rule: shown } = await decide({ N: met });
  expect(citations.map(({ quote, stance }) => [quote, stance])).toEqual([['About N', 'contradicts']]);
  expect((await decide({ P: met })).citations).toMatchObject([{ quote: 'About P', stance: 'supports' }]);
  expect(shown).toMatchObject({ ...rule, kind: 'duty' });
});

it('the search and the usage of a finding are those of all its positions, also of one that failed', async () => {
  const spent = { tokens: { input: 30, output: 6, cached: 3 }, requests: 3, cost: 0.3 };
  const found = await decide({ P: unmet, withheld: met });
  expect((await decide({ withheld: met }, { fallbacks: ['withheld'] })).search).toMatchObject({
    complete: false,
    queries: ['P', 'withheld', 'N'],
  });
  expect((await decide({ F1: met })).checker).toMatchObject(spent);
  expect(found.checker.requests).toBe(4);
  await expect(decide({}, { never: 'fails', fallbacks: ['F1'] })).rejects.toMatchObject({
    code: 'checker_failed',
    checker: spent,
  });
});

it('words alone confirm a fallback, and show the preferred position as violated', async () => {
  const sentence = (hours: number) =>
    `The Supplier shall notify the Customer of a data breach within ${hours} hours.`;
  const folder = await folderWith({ 'a.txt': sentence(48) });
  const rules: Rule[] = [
    { name: 'Breach', description: 'Breaches', preferred: sentence(24), fallbacks: [sentence(48)] },
  ];
  const { result } = await run(jobOf({ rules, inputs: ['a.txt'], folder: folder.path }));
  await folder.dispose();
  expect(resultSchema.parse(result)).toEqual(result);
  const [found] = result.findings;
  expect(found).toMatchObject({
    label: 'CONFIRMED',
    outcome: 'satisfied',
    citations: [{ quote: sentence(48) }],
  });
  expect(found?.position).toMatchObject({
    kind: 'fallback',
    index: 1,
    met: true,
    of: 1,
    text: sentence(48),
    tried: [{ label: 'CONFIRMED', outcome: 'violated' }, {}],
  });
});

it('a model is asked about each position by its own wording, and its usage is counted for the rule', async () => {
  const text = 'The Supplier reports breaches within two days.';
  const folder = await folderWith({ 'a.txt': text });
  const outcomes = new Map([
    ['P', 'violated'],
    ['F1', 'satisfied'],
    ['N', 'violated'],
  ]);
  const server = await startModelServer({
    chat(request) {
      const seen = ruleRequestOf(request);
      if (seen.purpose === 'support') return entails;
      const outcome = outcomes.get(seen.asks);
      const stance = outcome === 'satisfied' ? 'supports' : 'contradicts';
      const answer = 'The Supplier reports breaches within two days.';
      return { json: ruleAnswer({ quotes: [{ ...seen.quote(text), stance }], answer, outcome }) };
    },
  });
  const inputs = [join(folder.path, 'a.txt')];
  const { findings, usage } = await analyzeFiles({ rules: [rule], inputs, url: server.url });
  await Promise.all([server.close(), folder.dispose()]);
  expect(findings[0]).toMatchObject({
    label: 'CONFIRMED',
    outcome: 'satisfied',
    citations: [{ quote: text }],
  });
  expect(findings[0]?.position).toMatchObject({ kind: 'fallback', index: 1, tried: [{}, {}, {}] });
  expect([server.requests.length, usage.modelCalls, findings[0]?.checker.exchange?.length]).toEqual([
    6, 6, 6,
  ]);
  expect(usage.inputTokens).toBe(server.reported().input);
});
