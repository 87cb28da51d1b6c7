import { forceOf } from '../../../check/words/elements.ts';
import type { Found } from '../problem.ts';
import type { RuleReading } from '../reading.ts';
import { placeOf } from '../reading.ts';
import { opinionPhrases, type Phrase, vaguePhrases, vagueTimes } from '../words/phrases.ts';
import { unseenVerbs } from '../words/verbs.ts';

/** Words that every reader understands differently, and duties that only a person can judge. */
export function checkPhrases({ sentences }: RuleReading): Found[] {
  return sentences.flatMap((sentence): Found[] => {
    const { start, text, tokens, elements } = sentence;
    const opinions = opinionPhrases.flatMap((phrase) =>
      matches(phrase, text).map(([words, at]) => ({
        ...spanOf(start + at, words),
        code: 'not_checkable' as const,
        message: `No document can show whether somebody meets “${words}”; a person has to judge it.`,
        advice: phrase.advice,
      })),
    );
    const hasTime = elements.some(
      (element) => element.kind === 'limit' && /^(?:seconds|months)$/.test(element.limit.dimension),
    );
    const vague = [...(hasTime ? [] : [vagueTimes]), ...vaguePhrases].flatMap((phrase) =>
      matches(phrase, text).map(([words, at]) => ({
        ...spanOf(start + at, words),
        code: 'vague_words' as const,
        message: `“${words}” has no fixed meaning, so two readers can come to different answers.`,
        advice: phrase.advice,
      })),
    );
    const modal = tokens.findIndex(({ word }) => forceOf(word) !== null);
    const verb = tokens.slice(modal + 1).find(({ word }) => !/^(?:not|be|\p{L}{2,}ly)$/u.test(word));
    const isUnseen = modal >= 0 && verb !== undefined && unseenVerbs.has(verb.word);
    const { words, ...place } = placeOf(sentence, verb);
    const found: Found[] =
      isUnseen && opinions.length === 0
        ? [
            {
              ...{ field: 'description', ...place, code: 'not_checkable' },
              message: `No document can show whether somebody does “${words}”; a person has to judge it.`,
            },
          ]
        : [];
    return [...found, ...withoutInner([...opinions, ...vague])];
  });
}

function matches({ pattern }: Phrase, text: string): [words: string, at: number][] {
  return [...text.matchAll(pattern)].map((match) => [match[0], match.index]);
}

function spanOf(start: number, words: string): Pick<Found, 'field' | 'start' | 'end'> {
  return { field: 'description', start, end: start + words.length };
}

/** The problems without those whose place is within the place of an earlier one. */
function withoutInner(problems: readonly Found[]): Found[] {
  return problems.filter(
    ({ start, end }, at) =>
      !problems.some((other, place) => place < at && other.start <= start && end <= other.end),
  );
}
