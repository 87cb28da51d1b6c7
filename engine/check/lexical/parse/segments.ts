import {
  caseOpenings,
  grantsNothing,
  narrowingWords,
  ownChoice,
  wideningWords,
} from '../../../language/clause-words.ts';
import type { Token } from '../../../language/tokens.ts';

/** A part of a sentence that widens, limits or conditions what the rest says: "except where …", "also if …". */
export type Segment = { kind: 'limits' | 'includes'; from: number; to: number };

const opensCase =
  /^(?:where|if|whether|when|which|that|unless|to|of|case|cases|in|those|be|it|for|is|the|including)$/;

const possessive = /^(?:its|their|his|her|your|our)$/;

/** The parts of a sentence that limit or widen it. A part that has only words of the rule is not a segment. */
export function segmentsOf(
  tokens: readonly Token[],
  text: string,
  from: number,
  ownWords: (from: number, to: number) => boolean,
): Segment[] {
  const found: Segment[] = [];
  for (let at = from; at < tokens.length; at += 1) {
    const opening = caseOpenings.find((words) =>
      words.every((word, offset) => tokens[at + offset]?.word === word),
    );
    if (!opening) continue;
    if (
      /^(?:where|if|when)$/.test(opening[0] ?? '') &&
      /^(?:is|are|was|be|as)$/.test(tokens[at - 1]?.word ?? '')
    )
      continue;
    // "Addressed as follows: if to the seller, …" names an address.
    if (opening[0] === 'if' && tokens[at + 1]?.word === 'to') continue;
    // "Shall be in writing and deemed given when delivered" says when a notice is given, not when it must be in writing.
    if (tokens.slice(from, at).some(({ word }) => word === 'deemed')) continue;
    // In "in its possession or subject to its control", these words describe a thing.
    if (opening[0] === 'subject' && possessive.test(tokens[at + 2]?.word ?? '')) continue;
    // "Every 3 months, if not more often" only adds to the limit.
    if (
      opening[0] === 'if' &&
      tokens[at + 1]?.word === 'not' &&
      /^(?:more|less)$/.test(tokens[at + 2]?.word ?? '')
    )
      continue;
    // "Be provided by the supplier" is an act, and "provided that" a condition.
    if (
      opening.length === 1 &&
      opening[0] === 'provided' &&
      (/^(?:by|to|with|in|at|for)$/.test(tokens[at + 1]?.word ?? '') ||
        /^(?:is|are|was|were|be|been)$/.test(tokens[at - 1]?.word ?? ''))
    )
      continue;
    if (
      ownChoice.test(
        tokens
          .slice(at, at + 4)
          .map(({ word }) => word)
          .join(' '),
      )
    )
      continue;
    if (/^\s*:/.test(text.slice(tokens[at + opening.length - 1]?.end ?? 0))) continue;
    const segment = segmentAt(tokens, text, from, at, opening.length);
    if (segment === null || ownWords(segment.from, segment.to)) continue;
    found.push(segment);
    at = segment.to;
  }
  return found;
}

function segmentAt(
  tokens: readonly Token[],
  text: string,
  first: number,
  at: number,
  length: number,
): Segment | null {
  const start = startOf(tokens, text, first, at);
  const fronted = start === first || isFronted(tokens, first, at);
  const to = endOf(tokens, text, at, fronted, text.slice(0, tokens[at]?.start ?? 0).lastIndexOf('('));
  if (to < at) return null;
  const words = (a: number, b: number): string =>
    tokens
      .slice(a, b + 1)
      .map(({ word }) => word)
      .join(' ');
  let lead = at + length - 1;
  while (lead < to && opensCase.test(tokens[lead + 1]?.word ?? '') && lead < at + length + 4) lead += 1;
  const connector = `${words(start, lead)} | ${words(Math.max(lead + 1, to - 2), to)}`;
  const widens = wideningWords.test(connector);
  const narrows =
    narrowingWords.test(connector.replace(grantsNothing, '')) ||
    /(?<!\bwhether or )\bnot\b|\bnever\b/.test(words(start, lead).replace(grantsNothing, ''));
  const kind = widens && !narrows ? 'includes' : 'limits';
  return { kind, from: fronted ? first : start, to };
}

/** Where a segment begins: at the punctuation before it, as in "…, and equally where". */
function startOf(tokens: readonly Token[], text: string, first: number, at: number): number {
  for (let place = at; place > Math.max(first, at - 7); place -= 1) {
    const gap = text.slice(tokens[place - 1]?.end ?? 0, tokens[place]?.start ?? 0);
    if (/[,;:(–—]/.test(gap)) return place;
  }
  return at - first <= 3 ? first : at;
}

/** Whether a segment is in front of the main clause: no modal or verb is before it. */
function isFronted(tokens: readonly Token[], first: number, at: number): boolean {
  return (
    !tokens
      .slice(first, at)
      .some(({ word }) =>
        /^(?:shall|must|may|will|can|is|are|was|were|has|have|had|should|agrees|undertakes|need|does|do|did)$/.test(
          word,
        ),
      ) && at - first <= 6
  );
}

/** Matches words that can begin a clause without a finite verb: "when travelling". */
const reducing = /^(?:when|while|where|if|once)$/;
const finite = /^(?:is|are|was|were|shall|must|may|will|has|have|can|should)$/;

function endOf(tokens: readonly Token[], text: string, at: number, fronted: boolean, opened: number): number {
  const closed = opened >= 0 ? text.indexOf(')', opened) : -1;
  const inside = closed > (tokens[at]?.start ?? 0);
  // In "expenses incurred when travelling on business are refunded", the clause ends before the verb.
  if (!fronted && reducing.test(tokens[at]?.word ?? '') && /ing$/.test(tokens[at + 1]?.word ?? '')) {
    const verb = tokens.findIndex(({ word }, place) => place > at + 1 && finite.test(word));
    if (verb > 0) return verb - 1;
  }
  for (let place = at; place < tokens.length - 1; place += 1) {
    const gap = text.slice(tokens[place]?.end ?? 0, tokens[place + 1]?.start ?? 0);
    if (inside && /\)/.test(gap)) return place;
    if (fronted && /,/.test(gap)) return place;
    // A segment between commas ends at the second comma: "may, if it so chooses, end the lease".
    if (place > at && place - at < 8 && /^,/.test(gap) && /,\s*$/.test(text.slice(0, tokens[at]?.start ?? 0)))
      return place;
  }
  return tokens.length - 1;
}
