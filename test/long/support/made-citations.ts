import type { GivenCitation, Verdict } from '../../../engine/model/verification.ts';
import type { Random } from '../../gate/engine/cite/support/random.ts';

/** The pages of one file as pdftotext reads them. */
export type PlainFile = { name: string; pages: string[] };

export const kinds = [
  'true',
  'other typography',
  'wrong page',
  'wrong file',
  'number changed',
  'negation added or dropped',
  'name swapped',
  'two sentences joined',
  'invented',
] as const;
export type Kind = (typeof kinds)[number];

/** A citation whose right verdict is known. `file` and `page` are where its words really are. */
export type MadeCitation = {
  kind: Kind;
  citation: GivenCitation;
  verdict: Verdict;
  file: string;
  page: number;
  /** The word that was changed. */
  changed?: string;
};

type Sentence = { file: PlainFile; page: number; text: string };

/** Creates citations of all kinds, in turn, from the sentences of the files; the same for the same `random`. */
export function makeCitations(files: readonly PlainFile[], count: number, random: Random): MadeCitation[] {
  const shingles = new Shingles(files);
  const sentences = files.flatMap(sentencesOf).filter(({ text }) => shingles.isUnique(text));
  const maker = new Maker(files, sentences, shingles, random);
  const made: MadeCitation[] = [];
  while (made.length < count) {
    const kind = kinds[made.length % kinds.length] ?? 'true';
    const one = maker.make(kind, String(made.length + 1));
    if (one) made.push(one);
  }
  return made;
}

const longWord = /(?<![\p{L}\p{N}-])(\p{Ll}{4})(\p{Ll}{4,})(?![\p{L}\p{N}-])/u;
const auxiliary = /\b(shall|must|should|may|can|will|is|are|was|were)\b(?! not\b)/;
const swapped = ['Valparaiso', 'Kowalczyk', 'Zanzibar', 'Okonkwo', 'Reykjavik', 'Thessaloniki'];

class Maker {
  readonly #files: readonly PlainFile[];
  readonly #sentences: readonly Sentence[];
  readonly #shingles: Shingles;
  readonly #random: Random;

  constructor(
    files: readonly PlainFile[],
    sentences: readonly Sentence[],
    shingles: Shingles,
    random: Random,
  ) {
    this.#files = files;
    this.#sentences = sentences;
    this.#shingles = shingles;
    this.#random = random;
  }

  /** Null if the sentence that was picked cannot be changed in this way. */
  make(kind: Kind, id: string): MadeCitation | null {
    const sentence = this.#random.pick(this.#sentences);
    const { file, page, text } = sentence;
    const at = { file: file.name, page };
    const citation = (quote: string, place = { source: file.name, page }): GivenCitation => ({
      id,
      quote,
      ...place,
    });
    const altered = (quote: string | null, changed: string): MadeCitation | null =>
      quote === null || !this.#shingles.isNew(quote)
        ? null
        : { kind, citation: citation(quote), verdict: 'altered', changed, ...at };
    switch (kind) {
      case 'true':
        return { kind, citation: citation(text), verdict: 'exact', ...at };
      case 'other typography': {
        const quote = this.#retyped(text);
        return quote === null ? null : { kind, citation: citation(quote), verdict: 'typography', ...at };
      }
      case 'wrong page': {
        const other = 1 + this.#random.below(file.pages.length);
        if (other === page) return null;
        return {
          kind,
          citation: citation(text, { source: file.name, page: other }),
          verdict: 'wrong_page',
          ...at,
        };
      }
      case 'wrong file': {
        const { name } = this.#random.pick(this.#files);
        if (name === file.name) return null;
        return { kind, citation: citation(text, { source: name, page }), verdict: 'wrong_source', ...at };
      }
      case 'number changed':
        return this.#numberChanged(text, altered);
      case 'negation added or dropped':
        return this.#negated(text, altered);
      case 'name swapped':
        return this.#renamed(text, altered);
      case 'two sentences joined': {
        const other = this.#random.pick(this.#sentences);
        if (other.file === file && Math.abs(other.page - page) < 2) return null;
        return altered(`${text} ${other.text}`, other.text);
      }
      case 'invented':
        return { kind, citation: citation(this.#invented()), verdict: 'not_found', ...at };
    }
  }

  #retyped(text: string): string | null {
    const straight = text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'");
    const curly = text.replace(/"([^"]*)"/g, '“$1”').replace(/'/g, '’');
    const quotes = straight === text ? curly : straight;
    const hyphens = quotes.replace(/(?<=\p{Ll})-(?=\p{Ll})/gu, '\u2011');
    const ligatures = this.#random.below(2) === 0 ? hyphens.replace(/fi/g, 'ﬁ').replace(/fl/g, 'ﬂ') : hyphens;
    const broken = this.#random.below(2) === 0 ? ligatures.replace(longWord, '$1-\n$2') : ligatures;
    const lines = broken.replace(/ /g, () => (this.#random.below(8) === 0 ? '\n' : ' '));
    return lines.replace(/\s+/g, ' ') === text ? null : lines;
  }

  #numberChanged(text: string, altered: Altered): MadeCitation | null {
    const numbers = [...text.matchAll(/(?<![\p{L}\p{N}.,-])\d+(?![\p{L}\p{N}-]|[.,]\d)/gu)];
    if (numbers.length === 0) return null;
    const number = this.#random.pick(numbers);
    const other = String(Number(number[0]) + 1 + this.#random.below(40));
    return altered(replaceAt(text, number.index, number[0].length, other), other);
  }

  #negated(text: string, altered: Altered): MadeCitation | null {
    if (/ not /.test(text)) return altered(text.replace(' not ', ' '), 'not');
    return auxiliary.test(text) ? altered(text.replace(auxiliary, '$1 not'), 'not') : null;
  }

  #renamed(text: string, altered: Altered): MadeCitation | null {
    const names = [...text.matchAll(/(?<=\p{Ll} )\p{Lu}\p{Ll}{3,}(?= \p{Ll})/gu)];
    if (names.length === 0) return null;
    const name = this.#random.pick(names);
    const other = this.#random.pick(swapped);
    return altered(replaceAt(text, name.index, name[0].length, other), other);
  }

  #invented(): string {
    const { pick, below } = this.#random;
    const subject = pick([
      'Every lighthouse keeper',
      'The orchard committee',
      'A visiting astronomer',
      'Each ferry pilot',
    ]);
    const verb = pick(['shall polish', 'must count', 'may repaint', 'has to inspect', 'should deliver']);
    const object = pick([
      'the copper bells',
      'all wooden oars',
      'the northern greenhouse',
      'twelve jars of honey',
    ]);
    const time = pick([
      'before sunrise',
      'after each thunderstorm',
      'during the harvest fair',
      'on alternate Tuesdays',
    ]);
    return `${subject} ${verb} ${object} ${time}, no later than ${2 + below(90)} minutes after the ${pick(['gong', 'whistle', 'trumpet'])}.`;
  }
}

type Altered = (quote: string | null, changed: string) => MadeCitation | null;

function replaceAt(text: string, at: number, length: number, other: string): string {
  return text.slice(0, at) + other + text.slice(at + length);
}

/** Sentences of 9 to 45 words that are on one page, away from the lines at its top and bottom. */
function sentencesOf(file: PlainFile): Sentence[] {
  return file.pages.flatMap((text, at) => {
    const lines = text.split('\n').slice(3, -4).join('\n');
    // A line can end after the hyphen of a word such as "non-refundable".
    const body = lines.replace(/(?<=\S-)\n/g, '').replace(/\s+/g, ' ');
    return [...body.matchAll(/(?<=[\p{Ll})][.!?] )\p{Lu}[^.!?]*[.!?](?= \p{Lu})/gu)]
      .map(([sentence]) => sentence.trim())
      .filter((sentence) => {
        const words = sentence.split(' ').length;
        return words >= 9 && words <= 45;
      })
      .map((sentence) => ({ file, page: at + 1, text: sentence }));
  });
}

/** Every run of eight words of the files, so that sentences that occur twice are not used. */
class Shingles {
  readonly #counts = new Map<string, number>();

  constructor(files: readonly PlainFile[]) {
    for (const { pages } of files) {
      for (const shingle of shinglesOf(pages.join(' '))) {
        this.#counts.set(shingle, (this.#counts.get(shingle) ?? 0) + 1);
      }
    }
  }

  /** Whether a sentence of the files occurs only once in them. */
  isUnique(sentence: string): boolean {
    return shinglesOf(sentence).some((shingle) => this.#counts.get(shingle) === 1);
  }

  /** Whether a changed sentence is not in the files. */
  isNew(sentence: string): boolean {
    return shinglesOf(sentence).some((shingle) => !this.#counts.has(shingle));
  }
}

function shinglesOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(7).map((_, at) => words.slice(at, at + 8).join(' '));
}
