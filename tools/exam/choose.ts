import { createHash } from 'node:crypto';
import type { ExamLanguage } from '../../src/eval/exam/pairs.ts';
import { drawFrom, seedOf } from './draw.ts';
import { germanPairs } from './german.ts';
import { type ExamPart, type Kind, kinds } from './kinds.ts';
import { makePair } from './make/pair.ts';
import { type ExamPair, type PlannedPair, pairOf } from './pairs.ts';
import { plainTextOf } from './render/text.ts';
import type { PlacedTemplate, Wordings } from './wordings/wordings.ts';

export type ExamChoice = {
  seed: number;
  /** Default: English. */
  language?: ExamLanguage | undefined;
  /** The number of pairs. Each pair has two documents. */
  pairs: number;
  kind?: Kind | undefined;
  template?: string | undefined;
};

/** The numbers, from 0 to 4, of the two rounds in every five that create pairs of the locked part. */
const lockedOfFive = new Set([1, 3]);
const mostTries = 40;

/**
 * Yields the pairs of an exam. The kinds take turns, and within each kind the templates take turns. The same choice
 * yields the same pairs, and no two pairs share a document.
 */
export function* examPairs(choice: ExamChoice, wordings: Wordings): Generator<ExamPair, void, undefined> {
  for (const pair of plannedPairs(choice, wordings)) yield pairOf(pair);
}

/** Yields the same pairs without the files of their documents. */
export function* plannedPairs(
  choice: ExamChoice,
  wordings: Wordings,
): Generator<PlannedPair, void, undefined> {
  if (choice.language === 'de') {
    yield* germanPairs(choice, wordings.german);
    return;
  }
  const chosen = choice.kind ? [choice.kind] : kinds;
  const templates: PlacedTemplate[] = (['open', 'locked'] as const)
    .flatMap((part) => wordings[part].templates.map((one): PlacedTemplate => ({ ...one, part })))
    .filter(({ name }) => choice.template === undefined || name === choice.template);
  const orders = new Map<string, PlacedTemplate[]>();
  const seen = new Set<string>();
  for (let at = 0; at < choice.pairs; at += 1) {
    const kind = chosen[at % chosen.length] ?? 'number';
    const round = Math.floor(at / chosen.length);
    const part: ExamPart = lockedOfFive.has(round % 5) ? 'locked' : 'open';
    const order = orderFor(kind, part);
    for (let attempt = 0; attempt < mostTries && order.length > 0; attempt += 1) {
      // The templates take turns. A template that does not support the kind is skipped.
      const template = order.shift();
      if (!template) break;
      order.push(template);
      const seed = seedOf(choice.seed, at, attempt);
      const pair = makePair({ seed, kind, template, part }, wordings);
      if (!pair || !isNew(pair)) continue;
      yield pair;
      break;
    }
  }

  function orderFor(kind: Kind, part: ExamPart): PlacedTemplate[] {
    const key = `${kind} ${part}`;
    const known = orders.get(key);
    if (known) return known;
    const fitting = templates.filter((template) => part === 'locked' || template.part === 'open');
    const order = drawFrom(seedOf(choice.seed, key)).shuffled(fitting);
    orders.set(key, order);
    return order;
  }

  function isNew({ twins }: PlannedPair): boolean {
    const hashes = twins.map(({ papers }) =>
      createHash('sha256')
        .update(papers.map(({ blocks }) => plainTextOf(blocks, null)).join('\n'))
        .digest('hex'),
    );
    if (new Set(hashes).size < hashes.length || hashes.some((hash) => seen.has(hash))) return false;
    for (const hash of hashes) seen.add(hash);
    return true;
  }
}
