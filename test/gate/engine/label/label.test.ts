import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Coverage, labelOf } from '../../../../engine/label/label.ts';
import type { Verified } from '../../../../engine/label/verify.ts';
import { matchSchema, stanceSchema } from '../../../../engine/model/citation.ts';
import { type Label, outcomeSchema, reasonSchema, verdictSchema } from '../../../../engine/model/finding.ts';
import { ruleSchema } from '../../../../engine/model/rule.ts';
import { readMethodSchema } from '../../../../engine/model/source.ts';
import { citation } from '../../../support/findings.ts';

const whole: Coverage = { complete: true, filesSearched: 2, unread: [] };
const broken: Coverage = {
  complete: false,
  filesSearched: 1,
  unread: [{ name: 'annex.pdf', reason: 'encrypted' }],
};
const quote = citation('within 30 days');

function verified(change: Partial<Verified> = {}, claim: Partial<Verified['claim']> = {}): Verified {
  return {
    citations: [quote],
    basis: [],
    values: [],
    dropped: 0,
    corrected: 0,
    shortened: 0,
    gaps: [],
    denial: null,
    lowConfidence: false,
    ...change,
    claim: {
      statement: 'It is 30 days.',
      outcome: 'satisfied',
      support: 'entails',
      reasons: [],
      toSettle: [],
      ...claim,
    },
  };
}

const authority = citation('within 45 days', { source: { ...quote.source, role: 'authority' } });
const against = citation('in no case', { stance: 'contradicts' });

describe('CONFIRMED', () => {
  it.each(['satisfied', 'violated', 'partly_satisfied', 'not_applicable'] as const)(
    'is possible with the outcome %s',
    (outcome) => {
      expect(labelOf(verified({}, { outcome }), whole, {})).toMatchObject({
        label: 'CONFIRMED',
        outcome,
        reasons: [],
      });
    },
  );

  it('accepts clear recognised text that matches exactly, and a text layer that differs in typography only', () => {
    const clear = { ...quote, method: 'ocr' as const };
    const typography = { ...quote, match: 'normalized' as const };
    expect(labelOf(verified({ citations: [clear] }), whole, {}).label).toBe('CONFIRMED');
    expect(labelOf(verified({ citations: [typography] }), whole, {}).label).toBe('CONFIRMED');
  });
});

describe('ESTIMATED', () => {
  it.each([
    ['partial support', {}, { support: 'partial' }, 'partial_support'],
    ['a statement gap', { gaps: [{ kind: 'number', text: '45' }] }, {}, 'partial_support'],
    ['a quote that denies the statement', { denial: 'not' }, {}, 'partial_support'],
    ['a dropped quote', { dropped: 1 }, {}, 'partial_support'],
    ['a quote that was shortened', { shortened: 1 }, {}, 'partial_support'],
    ['quotes that only define', { citations: [{ ...quote, stance: 'defines' }] }, {}, 'partial_support'],
    ['an undecided outcome', {}, { outcome: 'undetermined' }, 'partial_support'],
    ['quotes on both sides', { citations: [quote, against] }, {}, 'conflicting_evidence'],
    ['quotes that deny the answer', {}, { support: 'contradicts' }, 'conflicting_evidence'],
    ['the outcome "satisfied" with quotes against it', { citations: [against] }, {}, 'conflicting_evidence'],
    [
      'authorities that disagree',
      { basis: [authority, { ...authority, stance: 'contradicts' }] },
      {},
      'conflicting_authority',
    ],
    ['text of doubtful recognition', { lowConfidence: true }, {}, 'low_confidence_text'],
    ['an approximate match', { citations: [{ ...quote, match: 'approximate' }] }, {}, 'approximate_match'],
    [
      'recognised text that matches only after normalisation',
      { citations: [{ ...quote, method: 'ocr', match: 'normalized' }] },
      {},
      'approximate_match',
    ],
    [
      'a comment',
      { citations: [{ ...quote, locator: { kind: 'section', paragraph: 2, comment: true } }] },
      {},
      'comment',
    ],
    ['hidden words', { citations: [{ ...quote, hidden: true }] }, {}, 'hidden_text'],
    ['hidden words of an authority', { basis: [{ ...authority, hidden: true }] }, {}, 'hidden_text'],
    ['a transcript', { citations: [{ ...quote, method: 'transcript' }] }, {}, 'transcript'],
    ['a description of a picture', { citations: [{ ...quote, method: 'vision' }] }, {}, 'vision'],
    ['the checker’s own doubt', {}, { reasons: ['lexical_match'] }, 'lexical_match'],
  ] satisfies [string, Partial<Verified>, Partial<Verified['claim']>, string][])(
    'is the label, with a reason, for %s',
    (_, change, claim, reason) => {
      const ruling = labelOf(verified(change, claim), whole, {});
      expect(ruling.label).toBe('ESTIMATED');
      expect(ruling.reasons).toEqual([reason]);
    },
  );

  it('has the outcome "conflicting" for quotes on both sides, whatever the answer says', () => {
    for (const outcome of outcomeSchema.options) {
      const ruling = labelOf(verified({ citations: [against, quote] }, { outcome }), whole, {});
      expect(ruling).toMatchObject({ label: 'ESTIMATED', outcome: 'conflicting' });
    }
  });

  it('names, as a next step, every date in the statement that is in no quote', () => {
    const ruling = labelOf(verified({ gaps: [{ kind: 'date', text: '12 March 2024' }] }), whole, {});
    expect(ruling.toSettle.join()).toContain('12 March 2024');
  });
});

describe('NOT FOUND', () => {
  const nothing = verified(
    { citations: [] },
    { outcome: 'undetermined', statement: 'No sentence speaks of it.' },
  );

  it('is the label of an answer without a located quote of an input file, whatever the answer claims', () => {
    for (const outcome of outcomeSchema.options) {
      const ruling = labelOf(verified({ citations: [], basis: [authority] }, { outcome }), whole, {});
      expect(ruling).toMatchObject({ label: 'NOT FOUND', outcome: 'undetermined' });
      if (outcome !== 'undetermined') expect(ruling.statement).not.toContain('30 days');
    }
  });

  it.each(ruleSchema.shape.ifAbsent.unwrap().options)(
    'has the outcome %s if the rule’s ifAbsent says so',
    (ifAbsent) => {
      expect(labelOf(nothing, whole, { ifAbsent })).toMatchObject({ label: 'NOT FOUND', outcome: ifAbsent });
    },
  );

  it.each([
    ['a file could not be read', nothing, broken],
    ['there was no file', nothing, { ...whole, filesSearched: 0 }],
    ['a quote of the answer could not be located', { ...nothing, dropped: 1 }, whole],
    ['a passage may bear on it', { ...nothing, claim: { ...nothing.claim, mayBear: true as const } }, whole],
  ])('leaves the rule undecided, despite its ifAbsent, if %s', (_, evidence, search) => {
    expect(labelOf(evidence, search, { ifAbsent: 'violated' }).outcome).toBe('undetermined');
  });
});

const citations = fc.array(
  fc
    .record({
      stance: fc.constantFrom(...stanceSchema.options),
      method: fc.constantFrom(...readMethodSchema.options),
      match: fc.constantFrom(...matchSchema.options),
    })
    .map((change) => ({ ...quote, ...change })),
  { maxLength: 4 },
);
const anyEvidence = fc
  .record({
    citations,
    basis: fc.array(fc.constantFrom(authority, { ...authority, stance: 'contradicts' as const }), {
      maxLength: 2,
    }),
    dropped: fc.nat({ max: 2 }),
    shortened: fc.nat({ max: 1 }),
    gaps: fc.array(fc.constant({ kind: 'number' as const, text: '45' }), { maxLength: 1 }),
    lowConfidence: fc.boolean(),
  })
  .chain((change) =>
    fc
      .record({
        outcome: fc.constantFrom(...outcomeSchema.options),
        support: fc.constantFrom('entails', 'partial', 'contradicts', 'unrelated'),
        reasons: fc.uniqueArray(fc.constantFrom(...reasonSchema.options), { maxLength: 2 }),
      })
      .map((claim) => verified(change, claim)),
  );
const contradicted = (one: Verified) => ({ ...one, citations: [...one.citations, against] });
const worse: ((one: Verified) => Verified)[] = [
  (one) => ({ ...one, dropped: one.dropped + 1 }),
  (one) => ({ ...one, shortened: one.shortened + 1 }),
  (one) => ({ ...one, gaps: [...one.gaps, { kind: 'date', text: '1 May' }] }),
  (one) => ({ ...one, lowConfidence: true }),
  (one) => ({ ...one, citations: [] }),
  (one) => ({
    ...one,
    citations: one.citations.map((known) => ({ ...known, match: 'approximate' as const })),
  }),
  (one) => (one.citations.some(({ stance }) => stance === 'supports') ? contradicted(one) : one),
  (one) => ({ ...one, basis: [...one.basis, { ...authority, stance: 'contradicts' as const }] }),
  (one) => ({ ...one, claim: { ...one.claim, support: 'partial' as const } }),
  (one) => ({ ...one, claim: { ...one.claim, reasons: [...one.claim.reasons, 'inference' as const] } }),
];
const rank: Record<Label, number> = { 'NOT FOUND': 0, ESTIMATED: 1, CONFIRMED: 2 };

describe('the label of any answer', () => {
  it('never rises if the evidence gets worse, and always fits its outcome', () => {
    fc.assert(
      fc.property(
        anyEvidence,
        fc.constantFrom(...worse),
        fc.constantFrom(whole, broken),
        fc.constantFrom(undefined, ...ruleSchema.shape.ifAbsent.unwrap().options),
        (evidence, worsen, search, ifAbsent) => {
          const rule = ifAbsent === undefined ? {} : { ifAbsent };
          const before = labelOf(evidence, search, rule);
          const after = labelOf(worsen(evidence), search, rule);
          expect(verdictSchema.safeParse(before).success).toBe(true);
          expect(rank[after.label ?? 'NOT FOUND']).toBeLessThanOrEqual(rank[before.label ?? 'NOT FOUND']);
          expect(rank[labelOf(evidence, broken, rule).label ?? 'NOT FOUND']).toBeLessThanOrEqual(
            rank[before.label ?? 'NOT FOUND'],
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is never CONFIRMED or ESTIMATED without a citation, nor ESTIMATED without a reason', () => {
    fc.assert(
      fc.property(anyEvidence, fc.constantFrom(whole, broken), (evidence, search) => {
        const { label, reasons } = labelOf(evidence, search, {});
        if (label === 'CONFIRMED' || label === 'ESTIMATED') expect(evidence.citations).not.toEqual([]);
        expect(reasons.length > 0).toBe(label === 'ESTIMATED' || (label === 'NOT FOUND' && !search.complete));
      }),
      { numRuns: 1000 },
    );
  });
});
