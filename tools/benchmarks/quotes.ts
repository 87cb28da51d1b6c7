import type { Checker } from '../../engine/index.ts';
import { bootstrapSeed } from '../../src/eval/score/interval.ts';
import { share } from '../../src/eval/score/measure.ts';
import { seededRandom } from '../../src/eval/score/random.ts';
import { askOfText } from './ask.ts';
import type { Bench, BenchItem } from './bench.ts';
import { nliFile, readNliDocuments } from './nli-documents.ts';

/** A quote that a checker claims to have found. `mutation` names how the quote was falsified; null for a true quote. */
type Claim = { quote: string; mutation: string | null };

const perDocument = 12;
const leastWords = 8;

/**
 * A way to falsify a quote. Returns null if this quote cannot be falsified in this way. `pick` returns a random whole
 * number that is at least 0 and below its argument.
 */
type Mutation = (quote: string, pick: (below: number) => number) => string | null;

const strange = ['harbour', 'lantern', 'thirteen', 'orchard', 'granite', 'violet', 'promise'];
const invention = 'whatever the auditors wrote before midsummer such holders waive their remaining claims';

const mutations: Record<string, Mutation> = {
  'one digit changed': (quote, pick) =>
    changed(quote, /\d/g, pick, (digit) => String((Number(digit) + 1 + pick(8)) % 10)),
  '"not" inserted': (quote, pick) => changed(quote, /(?<=\p{L}) (?=\p{L})/gu, pick, () => ' not '),
  'one word replaced': (quote, pick) =>
    changed(quote, /(?<=\s)\p{L}{4,}(?=\s)/gu, pick, () => strange[pick(strange.length)] ?? 'harbour'),
  '"shall" made "may"': (quote, pick) => changed(quote, /\bshall\b/g, pick, () => 'may'),
  'an end invented': (quote) => {
    const words = quote.split(' ');
    return `${words.slice(0, Math.ceil(words.length * 0.75)).join(' ')} ${invention}`;
  },
  'the middle left out': (quote) => {
    const words = quote.split(' ');
    const third = Math.floor(words.length / 3);
    return third < 3 ? null : [...words.slice(0, third), ...words.slice(2 * third)].join(' ');
  },
};

/**
 * Measures whether the engine shows true quotes and refuses falsified ones. The quotes are sentences of real
 * agreements, unchanged or falsified in one of several ways. A stand-in for the checker claims these quotes, so only
 * the quote check of the engine influences the result.
 */
export const quotes: Bench = {
  name: 'quotes',
  needs: nliFile,
  primary: 'quotesRefused',
  measures: [
    share('quotesRefused', 'falsified quotes that are not shown'),
    ...Object.keys(mutations).map((name) => share(`quotesRefused:${name}`, `not shown: ${name}`)),
    share('quotesFound', 'true quotes that are shown'),
  ],
  async run(context) {
    const documents = (await readNliDocuments(context.data)).slice(0, context.limit);
    const random = seededRandom(bootstrapSeed);
    const pick = (below: number): number => Math.floor(random() * below);
    const items: BenchItem[] = [];
    for (const { id, text, spans } of documents) {
      const sentences = spans
        .map(([start, end]) => text.slice(start, end).replace(/\s+/g, ' ').trim())
        .filter((sentence) => sentence.split(' ').length >= leastWords);
      const whole = lettersOf(text);
      const claims = Array.from({ length: Math.min(perDocument, sentences.length) }, () => {
        const quote = sentences[pick(sentences.length)] ?? '';
        const falsified = Object.entries(mutations).flatMap(([mutation, mutate]): Claim[] => {
          const other = mutate(quote, pick);
          // A falsified quote that the document contains by chance is skipped.
          return other === null || whole.includes(lettersOf(other)) ? [] : [{ quote: other, mutation }];
        });
        return [{ quote, mutation: null }, ...falsified];
      }).flat();
      const rules = claims.map((_, at) => ({
        name: `claim ${at}`,
        description: 'whether this quote is in the document',
      }));
      const asked = await askOfText({ ...context, checker: claiming(claims) }, text, rules);
      claims.forEach(({ mutation }, at) => {
        const shown = (asked[at]?.finding.citations.length ?? 0) > 0;
        items.push(itemOf(String(id), at, mutation, shown));
      });
    }
    return items;
  },
};

/** Creates a checker that claims the given quotes, one for each rule in order, each as proof that the rule is met. */
function claiming(claims: readonly Claim[]): Checker {
  return {
    method: 'lexical',
    concurrency: 1,
    check: async ({ rule, evidence, passages }) => ({
      checker: { method: 'lexical' },
      answer: {
        quotes: [
          {
            passage: (evidence.inputs[0]?.passage ?? [...passages.values()][0])?.id ?? '',
            quote: claims[rule.index]?.quote ?? '',
            stance: 'supports',
          },
        ],
        basis: [],
        statement: claims[rule.index]?.quote ?? '',
        outcome: 'satisfied',
        support: 'entails',
        reasons: [],
        toSettle: [],
        values: [],
        nearest: [],
      },
    }),
  };
}

function itemOf(document: string, at: number, mutation: string | null, shown: boolean): BenchItem {
  const right = shown === (mutation === null);
  return {
    key: `${document} / ${at}`,
    document,
    rule: mutation ?? 'unchanged',
    expected: mutation === null ? 'shown' : 'refused',
    given: shown ? 'shown' : 'refused',
    right,
    counts:
      mutation === null
        ? { quotesFound: [1, Number(shown)] }
        : { quotesRefused: [1, Number(!shown)], [`quotesRefused:${mutation}`]: [1, Number(!shown)] },
  };
}

function lettersOf(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Changes one match of the pattern in the quote, chosen by `pick`; null if nothing matches. */
function changed(
  quote: string,
  pattern: RegExp,
  pick: (below: number) => number,
  change: (found: string) => string,
): string | null {
  const places = [...quote.matchAll(pattern)];
  const place = places[pick(Math.max(1, places.length))];
  if (!place) return null;
  return quote.slice(0, place.index) + change(place[0]) + quote.slice(place.index + place[0].length);
}
