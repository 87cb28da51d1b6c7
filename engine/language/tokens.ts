import { ownString } from '../own-string.ts';
import type { Language } from './language.ts';

/** A word, number or sign of a text. `start` and `end` are offsets in the NFKC form of what was tokenised. */
export type Token = {
  /** Lower case, NFKC, possessive ending and soft hyphens dropped. */
  word: string;
  /** What is compared: the stem, the number in digits, or the sign. */
  term: string;
  kind: 'word' | 'number' | 'sign';
  value?: number;
  /** Whether it begins with a capital and has another capital or digit after it, like "AAL2" or "PBKDF2". */
  code: boolean;
  capital: boolean;
  start: number;
  end: number;
};

const wordOrNumber = /\p{L}[\p{L}\p{M}\p{N}\u00AD]*(?:['’]\p{L}+)?|\d+(?:[.,]\d+)*(?=\D|$)|[%§≥≤<>$€£]/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const thousands = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const fiscalYear = /^fy(\d{2}|\d{4})$/;

/**
 * Above this length `Intl.Segmenter` slows down out of proportion (36 s for 198 kB in one piece), so runs without
 * spaces go to it in pieces.
 */
const pieceLength = 2_000;

let segmenter: Intl.Segmenter | null = null;

/** Made when the first text needs it: it takes as long as the start of a small process. */
function wordSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return segmenter;
}

/** What a run of letters, digits or signs is, wherever it stands; null for one without spaces between its words. */
type Form = Omit<Token, 'start' | 'end'>;

const formsKnown = new WeakMap<Language, Map<string, Form | null>>();
/** More words than most runs have, some 7 MB. Numbers are not kept: reports have no end of them. */
const mostForms = 20_000;

/**
 * The words, numbers and signs of a text in NFKC. In scripts that put spaces between words the boundaries are those
 * of letters and digits, which are the ones `Intl.Segmenter` gives, at a tenth of its time; runs of scripts without spaces
 * go through the segmenter.
 */
export function tokenize(text: string, language: Language): Token[] {
  const normal = text.normalize('NFKC');
  const known = formsKnown.get(language) ?? new Map<string, Form | null>();
  formsKnown.set(language, known);
  const tokens: Token[] = [];
  for (const match of normal.matchAll(wordOrNumber)) {
    const raw = match[0];
    const start = match.index;
    let form = known.get(raw);
    if (form === undefined) {
      const own = ownString(raw);
      form = unspaced.test(own) ? null : formOf(own, language);
      if (form?.kind !== 'number') {
        if (known.size >= mostForms) known.clear();
        known.set(own, form);
      }
    }
    if (form === null) segmentUnspaced(raw, start, tokens);
    else tokens.push({ ...form, start, end: start + raw.length });
  }
  return tokens;
}

function segmentUnspaced(run: string, offset: number, tokens: Token[]): void {
  for (let from = 0; from < run.length; from += pieceLength) {
    for (const part of wordSegmenter().segment(run.slice(from, from + pieceLength))) {
      if (!part.isWordLike) continue;
      const start = offset + from + part.index;
      const word = part.segment.toLowerCase();
      const end = start + part.segment.length;
      tokens.push({ word, term: word, kind: 'word', code: false, capital: false, start, end });
    }
  }
}

function formOf(raw: string, language: Language): Form {
  const first = raw.charAt(0);
  if (/\d/.test(first)) {
    const digits = thousands.test(raw) ? raw.replaceAll(',', '') : raw;
    const value = /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined;
    const number = { word: digits, kind: 'number', code: false, capital: false } as const;
    if (value === undefined) return { ...number, term: digits };
    return { ...number, term: Number.isSafeInteger(value) ? String(value) : digits, value };
  }
  if (!/\p{L}/u.test(first)) return { word: raw, term: raw, kind: 'sign', code: false, capital: false };
  const clean = raw
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
