import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Finding, Mark, Result } from '../../../engine/index.ts';
import { keyRules } from '../../../engine/model/keys.ts';
import { redline, shownOf } from '../../../src/services/redlines/redline.ts';
import { citation, finding } from '../../support/findings.ts';
import { folderWith } from '../../support/job.ts';

const clauses = {
  Payment: 'Pay within 45 days.',
  Notice: 'Give notice within 45 days.',
  Reply: 'Reply within 45 days.',
};
type Name = keyof typeof clauses;
type Outcome = 'satisfied' | 'violated' | 'undetermined';
const names: Name[] = ['Payment', 'Notice', 'Reply'];
const rules = keyRules(names.map((name) => ({ name, description: clauses[name].replace('45', '30') })));

const review: Finding['review'] = {
  ...{ label: 'CONFIRMED', outcome: 'satisfied', reason: 'agreed', by: 'ada@example.org' },
  at: '2026-11-29T12:00:00.000Z',
};

const whole = names.map((name) => clauses[name]).join('\n');
const spanOf = (name: Name) => {
  const start = whole.indexOf(clauses[name]);
  return { start, end: start + clauses[name].length };
};

let folder: Awaited<ReturnType<typeof folderWith>>;
let copy: string;
beforeAll(async () => {
  folder = await folderWith({});
  copy = join(folder.path, 'copy.txt');
});
afterAll(() => folder.dispose());

/** `accepted`: what a reviewer has decided to be satisfied. `cited`: the only clause that the findings cite. */
function resultOf(outcomes: Record<Name, Outcome>, accepted: readonly Name[] = [], cited?: Name): Result {
  const findings = rules.map((rule): Finding => {
    const name = names.find((one) => one === rule.name) ?? 'Payment';
    return finding({
      ...{ rule, verdict: { assessed: true, label: 'ESTIMATED', outcome: outcomes[name] } },
      citations: [citation(clauses[cited ?? name], { ...spanOf(cited ?? name), stance: 'contradicts' })],
      review: accepted.includes(name) ? review : null,
    });
  });
  return Object.assign(Object.create(null), { findings });
}

/** Redlines a text of three clauses. `check` says what a changed text is worth. */
async function redlined(
  before: Record<Name, Outcome>,
  check: (text: string) => Record<Name, Outcome>,
  refuses: Name[] = [],
  accepted: Name[] = [],
  cited?: Name,
) {
  const written: (readonly Mark[])[] = [];
  const checked: string[] = [];
  const textsOf = async function* () {};
  const { document, findings } = await redline({
    ...{ result: resultOf(before, accepted, cited), copy, fileIndex: 0, wants: () => true, textsOf },
    file: { name: 'made.docx', sha256: '' },
    async write(marks) {
      written.push(marks);
      const refused = marks.map(({ citation: { quote }, edits }) =>
        edits.length > 0 && refuses.some((name) => clauses[name] === quote) ? 'it is locked' : null,
      );
      const text = marks.reduce(
        (all, { citation: { quote }, edits }, at) =>
          edits.length === 0 || refused[at] !== null ? all : all.replace(quote, quote.replace('45', '30')),
        whole,
      );
      return { bytes: Buffer.from(text), refused };
    },
    async check(path) {
      checked.push(readFileSync(path, 'utf8'));
      return resultOf(check(checked.at(-1) ?? ''));
    },
  });
  return {
    text: Buffer.from(document).toString(),
    said: Object.fromEntries(findings.map(({ finding, withheld }) => [finding.rule.name, withheld])),
    comments: written.at(-1)?.map(({ comment }) => comment),
    checks: checked.length,
  };
}

const violated = { Payment: 'violated', Notice: 'violated', Reply: 'violated' } as const;
const satisfied = { Payment: 'satisfied', Notice: 'satisfied', Reply: 'satisfied' } as const;
/** What each clause says by its own number. */
const honest = (text: string) =>
  ({
    Payment: text.includes('Pay within 30') ? 'satisfied' : 'violated',
    Notice: text.includes('notice within 30') ? 'satisfied' : 'violated',
    Reply: text.includes('Reply within 30') ? 'satisfied' : 'violated',
  }) as const;

it('offers changes that all mend their rules after one check of them together', async () => {
  const { text, said, checks } = await redlined(violated, honest);
  expect(said).toEqual({ Payment: null, Notice: null, Reply: null });
  expect([text.match(/30/g)?.length, checks]).toEqual([3, 1]);
});

it('withholds a change whose rule is not satisfied then, and writes a comment that says so', async () => {
  const { text, said, comments } = await redlined({ ...satisfied, Notice: 'violated' }, () => ({
    ...satisfied,
    Notice: 'undetermined',
  }));
  expect(said).toEqual({ Notice: 'with the change, the rule would be undetermined (ESTIMATED)' });
  expect(text).not.toContain('30');
  expect(comments).toEqual([
    '“Notice” is violated (ESTIMATED): Give notice within 30 days. No change is offered: with the change, the rule would be undetermined (ESTIMATED).',
  ]);
});

it('withholds a change that makes the answer to another rule worse, and offers the others', async () => {
  const { text, said } = await redlined({ ...violated, Reply: 'satisfied' }, (changed) => ({
    ...honest(changed),
    Reply: changed.includes('notice within 30') ? 'violated' : 'satisfied',
  }));
  expect(said).toEqual({
    Payment: null,
    Notice: 'with the change, the rule “Reply” would be violated (ESTIMATED)',
  });
  expect(text).toBe('Pay within 30 days.\nGive notice within 45 days.\nReply within 45 days.');
});

it('makes only the first of several changes of the same words, even if their rules accept all of them together', async () => {
  const { text, said } = await redlined(violated, () => satisfied, [], [], 'Payment');
  const withheld = 'the change for the rule “Payment” replaces these words already';
  expect(said).toEqual({ Payment: null, Notice: withheld, Reply: withheld });
  expect(text.match(/30/g)).toHaveLength(1);
});

it('withholds a change that undoes one that was accepted before', async () => {
  const { said } = await redlined(violated, (changed) => ({
    ...honest(changed),
    ...(changed.includes('Reply within 30') && { Payment: 'violated' }),
  }));
  expect(said).toEqual({
    Payment: null,
    Notice: null,
    Reply: 'with the change, the rule “Payment” would be violated (ESTIMATED)',
  });
});

it('withholds a change that the document does not allow, and checks the others without it', async () => {
  const { text, said, checks } = await redlined(violated, honest, ['Notice']);
  expect(said).toEqual({ Payment: null, Notice: 'it is locked', Reply: null });
  expect([text.match(/30/g)?.length, checks]).toEqual([2, 1]);
});

it('changes nothing for a finding that a person has decided to be satisfied', async () => {
  const { text, said } = await redlined(violated, honest, [], ['Notice']);
  expect(said).toEqual({ Payment: null, Reply: null });
  expect(text).toContain('Give notice within 45 days.');
});

it('shows the answer of a reviewer, if there is one, as the answer before a change', () => {
  const [one] = resultOf(violated, ['Payment']).findings;
  if (one === undefined) throw new Error('there is no finding');
  const { before } = shownOf({ finding: one, changes: [], withheld: null, after: null });
  expect(before).toEqual({ outcome: 'satisfied', label: 'CONFIRMED' });
});

it('comments on no passage that decides nothing, and names the person who decided', async () => {
  const written: (readonly Mark[])[] = [];
  const decided = { ...review, outcome: 'violated', reason: 'It asks for cash.' } as const;
  const asked = names.map((name) => ({ name, description: 'Payment is due in a month.' }));
  const findings = keyRules(asked).map((rule, at) => {
    const stance = at === 1 ? 'contradicts' : 'qualifies';
    const citations = [citation(clauses.Notice, { ...spanOf('Notice'), stance })];
    return finding({ rule, review: decided, citations });
  });
  const document = { bytes: new Uint8Array(), refused: [] };
  await redline({
    ...{ result: { findings }, copy, fileIndex: 0, wants: () => true, textsOf: async function* () {} },
    ...{ file: { name: 'made.docx', sha256: '' }, check: async () => ({ findings: [] }) },
    async write(marks) {
      written.push(marks);
      return document;
    },
  });
  const by = '(decided by ada@example.org: It asks for cash.)';
  expect(written.at(-1)?.map(({ comment }) => comment)).toEqual([
    expect.stringContaining(`“Notice” is violated ${by}`),
  ]);
});
