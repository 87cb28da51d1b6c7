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
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The words, numbers and signs of a text in NFKC. In scripts that put spaces between words the boundaries are those
 * of letters and digits, which are the ones `Intl.Segmenter` gives, at a tenth of its time; runs of scripts without spaces
 * go through the segmenter.
 */
export function tokenize(text: string, language: Language): Token[] {
  const normal = text.normalize('NFKC');
  const tokens: Token[] = [];
  for (const match of normal.matchAll(wordOrNumber)) {
    const raw = match[0];
    if (unspaced.test(raw)) segmentUnspaced(raw, match.index, tokens);
    else tokens.push(tokenOf(raw, match.index, language));
  }
  return tokens;
}

function segmentUnspaced(run: string, offset: number, tokens: Token[]): void {
  for (let from = 0; from < run.length; from += pieceLength) {
    for (const part of segmenter.segment(run.slice(from, from + pieceLength))) {
      if (!part.isWordLike) continue;
      const start = offset + from + part.index;
      const word = part.segment.toLowerCase();
      const end = start + part.segment.length;
      tokens.push({ word, term: word, kind: 'word', code: false, capital: false, start, end });
    }
  }
}

function tokenOf(raw: string, start: number, language: Language): Token {
  const end = start + raw.length;
  const first = raw.charAt(0);
  if (/\d/.test(first)) {
    const digits = thousands.test(raw) ? raw.replaceAll(',', '') : raw;
    const value = /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined;
    const term = value === undefined || !Number.isSafeInteger(value) ? digits : String(value);
    return {
      word: digits,
      term,
      kind: 'number',
      ...(value === undefined ? {} : { value }),
      code: false,
      capital: false,
      start,
      end,
    };
  }
  if (!/\p{L}/u.test(first)) {
    return { word: raw, term: raw, kind: 'sign', code: false, capital: false, start, end };
  }
  const clean = raw
    .replaceAll('\u00AD', '')
    .replace(/['’]s$/i, '')
    .replace('’', "'");
  const word = clean.toLowerCase();
  const fiscal = fiscalYear.exec(word)?.[1];
  if (fiscal) {
    const value = Number(fiscal.length === 2 ? `20${fiscal}` : fiscal);
    return { word, term: String(value), kind: 'number', value, code: false, capital: true, start, end };
  }
  const value = language.numbers.get(word);
  if (value !== undefined && value !== 1) {
    return { word, term: String(value), kind: 'number', value, code: false, capital: false, start, end };
  }
  return {
    word,
    term: language.stem(word),
    kind: 'word',
    code: /^\p{Lu}.*[\p{Lu}\d]/u.test(clean),
    capital: /^\p{Lu}/u.test(clean),
    start,
    end,
  };
}
