import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitSentences } from '../../../engine/chunk/sentences.ts';
import { english } from '../../../engine/language/english.ts';
import { modelClient } from '../../gate/engine/check/support/ask.ts';
import { source } from '../../support/sources.ts';

const folder = resolve(import.meta.dirname, '../../../samples/source');
const text = ['agreement.md', 'annex-b.md', 'policy.md']
  .map((name) => readFileSync(resolve(folder, name), 'utf8').replace(/^(?:#+|\||---).*$/gm, ''))
  .join('\n\n');
const asking = modelClient([source([text])]);

/**
 * Sentences of the sample documents that state a duty or a permission without an exception. Each of them, used as a
 * rule, is met by the same sentence in its document.
 */
const rules = [...splitSentences(text)]
  .map(({ start, end }) =>
    text
      .slice(start, end)
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^\d+\.\d+ /, ''),
  )
  .filter((rule) => /\b(?:shall|must|may)\b/.test(rule) && /\.$/.test(rule) && rule.length < 260)
  .filter((rule) => !english.exceptions.test(rule) && !/[|*:]/.test(rule));

const modal = /\b(shall|must|may)\b/;
const strange = 'Meridian';

/**
 * Each function changes a rule so that its original sentence no longer meets it; null if the change does not fit the
 * rule.
 */
const changes: Record<string, (rule: string, index: number) => string | null> = {
  // Rules with an upper limit are left out, because the sentence would still meet a higher limit.
  'another digit': (rule) =>
    /\b(?:exceed|up to|no (?:more|longer) than)\b/.test(rule)
      ? null
      : changed(rule, /\d/, (digit) => String((Number(digit) + 1) % 10)),
  'an added "not"': (rule) =>
    /\bnot\b|\bno\b|[Nn]either/.test(rule) ? null : changed(rule, modal, (word) => `${word} not`),
  'a removed "not"': (rule) =>
    changed(rule, /\b(shall|must|may) not\b/, (words) => words.replace(' not', '')),
  'another name': (rule) => changed(rule, /(?<=[a-z,] )[A-Z][a-z]{3,}\b/, () => strange),
  'another word': (rule, index) => {
    const words = [...rule.matchAll(/\b[a-z]{5,}\b/g)].filter(([word]) => !english.stopWords.has(word));
    const word = words[index % Math.max(1, words.length)];
    if (!word) return null;
    return `${rule.slice(0, word.index)}marzipan${rule.slice(word.index + word[0].length)}`;
  },
  'an added "only"': (rule) =>
    /\bonly\b/.test(rule) ? null : changed(rule, modal, (word) => `${word} only`),
};

function changed(rule: string, place: RegExp, change: (words: string) => string): string | null {
  return place.test(rule) ? rule.replace(place, change) : null;
}

async function confirmedOf(list: readonly string[]): Promise<string[]> {
  const confirmed: string[] = [];
  const ask = await asking;
  for (const rule of list) {
    const { support, outcome } = await ask(rule);
    if (support === 'entails' && outcome === 'satisfied') confirmed.push(rule);
  }
  return confirmed;
}

describe('rules copied from the sentences of a document', () => {
  let confirmed: string[] = [];
  beforeAll(async () => {
    confirmed = await confirmedOf(rules);
  });

  // Not all are confirmed: other sentences refer to many of them, and clause numbers repeat in the three joined
  // documents.
  it('are confirmed in more than a quarter of the cases', () => {
    expect(rules.length).toBeGreaterThan(40);
    expect(confirmed.length).toBeGreaterThan(rules.length / 4);
  });

  it.each(Object.entries(changes))(
    'are never confirmed after a change of one part: %s',
    async (_, change) => {
      const mutated = rules.flatMap((rule, index) => change(rule, index) ?? []);
      expect(mutated.length).toBeGreaterThan(3);
      expect(await confirmedOf(mutated)).toEqual([]);
    },
  );
});
