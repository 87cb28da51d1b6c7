import { detachString } from '../runtime/detach-string.ts';
import { digitsValue, numberInDigits } from './digits.ts';
import type { Language } from './language.ts';
import { normalForm } from './normal-form.ts';

/** A word, number or sign of a text. `start` and `end` are offsets in the input's `normalForm`. */
export type Token = {
  /** The text of the token in lower case and NFKC, without possessive ending and soft hyphens. */
  word: string;
  /** The compared form: the stem, the number in digits, or the sign. */
  term: string;
  /**
   * The form in which content words are compared: the term, the name of a unit for all its forms, or the number of a
   * scale ("million"). Null for a stop word.
   */
  content: string | null;
  kind: 'word' | 'number' | 'sign';
  value?: number;
  /** Whether the token begins with a capital and has another capital or a digit after it, like "AAL2" or "PBKDF2". */
  code: boolean;
  capital: boolean;
  start: number;
  end: number;
};

const wordOrNumber = new RegExp(
  String.raw`\p{L}[\p{L}\p{M}\p{N}\u00AD]*(?:['’]\p{L}+)?(?:\^\d+)?|${numberInDigits}|[%§≥≤<>\p{Sc}]`,
  'gu',
);
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A word of at most this many letters with a raised number is a unit (m², cm³); after a longer one it is a mark. */
const longestUnit = 3;
const fiscalYear = /^fy(\d{2}|\d{4})$/;

/**
 * Above this length `Intl.Segmenter` slows down out of proportion (36 s for 198 kB at once). A longer run without
 * spaces is therefore passed to it in parts of this length.
 */
const pieceLength = 2_000;

let segmenter: Intl.Segmenter | null = null;

/** Creates the segmenter on first use, because creating it takes about the time of starting a small process. */
function wordSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return segmenter;
}

/** A token without its position. */
type Form = Omit<Token, 'start' | 'end'>;

const formsKnown = new WeakMap<Language, Map<string, Form | null>>();
/**
 * The maximum number of cached forms, which is more than most runs need (some 7 MB). Numbers are not cached, because
 * documents contain too many different ones.
 */
const mostForms = 20_000;

/**
 * The words, numbers and signs of a text. In scripts with spaces between words, a regular expression finds the
 * same boundaries as `Intl.Segmenter` in a tenth of the time. Text in scripts without spaces goes through the
 * segmenter.
 */
export function tokenize(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  eachForm(text, language, (form, start, end) => {
    const { word, term, content, kind, value, code, capital } = form;
    if (value === undefined) tokens.push({ word, term, content, kind, code, capital, start, end });
    else tokens.push({ word, term, content, kind, value, code, capital, start, end });
  });
  return tokens;
}

/** Numbers of more characters are seldom repeated, so their forms are not kept. */
const longestKept = 5;

/**
 * Calls `visit` for each token, with its offsets in the `normalForm` of the text. This takes a third of the time of
 * `tokenize`, because no object is created for each token.
 */
export function eachForm(
  text: string,
  language: Language,
  visit: (form: Form, start: number, end: number) => void,
): void {
  const normal = normalForm(text);
  const known = formsKnown.get(language) ?? new Map<string, Form | null>();
  formsKnown.set(language, known);
  wordOrNumber.lastIndex = 0;
  for (let match = wordOrNumber.exec(normal); match !== null; match = wordOrNumber.exec(normal)) {
    const raw = match[0];
    const start = match.index;
    let form = known.get(raw);
    if (form === undefined) {
      const own = detachString(raw);
      form = unspaced.test(own) ? null : withContent(formOf(own, language), language);
      if (form?.kind !== 'number' || own.length <= longestKept) {
        if (known.size >= mostForms) known.clear();
        known.set(own, form);
      }
    }
    if (form === null) segmentUnspaced(raw, start, language, visit);
    else visit(form, start, start + raw.length);
  }
}

function segmentUnspaced(
  run: string,
  offset: number,
  language: Language,
  visit: (form: Form, start: number, end: number) => void,
): void {
  for (let from = 0; from < run.length; from += pieceLength) {
    for (const part of wordSegmenter().segment(run.slice(from, from + pieceLength))) {
      if (!part.isWordLike) continue;
      const start = offset + from + part.index;
      const word = part.segment.toLowerCase();
      const form = { word, term: word, kind: 'word', code: false, capital: false } as const;
      visit(withContent(form, language), start, start + part.segment.length);
    }
  }
}

function withContent(form: Omit<Form, 'content'>, language: Language): Form {
  const { word, term } = form;
  if (language.stopWords.has(word)) return { ...form, content: null };
  const scale = language.scales.get(word);
  if (scale !== undefined) return { ...form, content: String(scale) };
  const unit = language.units.get(word);
  return { ...form, content: unit === undefined ? term : language.stem(unit) };
}

function formOf(raw: string, language: Language): Omit<Form, 'content'> {
  const first = raw.charAt(0);
  if (/[\d.]/.test(first)) {
    const value = digitsValue(raw);
    const number = { kind: 'number', code: false, capital: false } as const;
    if (value === null) return { ...number, word: raw, term: raw };
    const digits = /^\d+(?:\.\d+)?$/.test(raw) ? raw : String(value);
    return { ...number, word: digits, term: Number.isSafeInteger(value) ? String(value) : digits, value };
  }
  if (!/\p{L}/u.test(first)) return { word: raw, term: raw, kind: 'sign', code: false, capital: false };
  const [letters = '', mark = ''] = raw.split('^');
  const clean = (letters.length > longestUnit ? letters : letters + mark)
    .replaceAll('\u00AD', '')
    .replace(/['’]s$/i, '')
    .replace('’', "'");
  const word = clean.toLowerCase();
  const fiscal = fiscalYear.exec(word)?.[1];
  if (fiscal) {
    const value = Number(fiscal.length === 2 ? `20${fiscal}` : fiscal);
    return { word, term: String(value), kind: 'number', value, code: false, capital: true };
  }
  const value = language.numbers.get(word);
  if (value !== undefined && value !== 1) {
    return { word, term: String(value), kind: 'number', value, code: false, capital: false };
  }
  return {
    word,
    term: language.stem(word),
    kind: 'word',
    code: /^\p{Lu}.*[\p{Lu}\d]/u.test(clean),
    capital: /^\p{Lu}/u.test(clean),
  };
}
