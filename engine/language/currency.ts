import type { Token } from './tokens.ts';
import { firstWords } from './words.ts';

const codes = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
const names = firstWords(
  'usd $ dollar dollars/eur € euro euros/gbp £ pound pounds sterling/chf franc francs/jpy ¥ yen/inr ₹ rupee rupees/krw ₩/try ₺/ils ₪/rub ₽/uah ₴/vnd ₫/ngn ₦/php ₱/thb ฿'.split(
    '/',
  ),
);
/** The letters before a dollar sign that say whose dollars are meant. */
const dollars = new Map(
  Object.entries({
    us: 'usd',
    a: 'aud',
    au: 'aud',
    c: 'cad',
    ca: 'cad',
    hk: 'hkd',
    nz: 'nzd',
    s: 'sgd',
    r: 'brl',
  }),
);

/** The code of the currency that a token names, in lower case; null if it names none. */
export function currencyAt(tokens: readonly Token[], at: number): string | null {
  const token = tokens[at];
  if (!token) return null;
  const before = tokens[at - 1];
  if (token.word === '$' && before?.end === token.start && before.kind === 'word') {
    return dollars.get(before.word) ?? `${before.word}$`;
  }
  const named = names.get(token.word);
  if (named !== undefined) return named;
  return token.code && codes.has(token.word) ? token.word : null;
}
