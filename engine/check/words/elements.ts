import { isDenial } from '../../language/denials.ts';
import { english } from '../../language/english.ts';
import { normalForm } from '../../language/normal-form.ts';
import { isNegative } from '../../language/numbers.ts';
import { type Token, tokenize } from '../../language/tokens.ts';
import { words } from '../../language/words.ts';
import { type Limit, limitsOf } from './limits.ts';

/** How strongly a sentence binds: the kind of its modal word. */
export type Force = 'must' | 'should' | 'may';

/**
 * A part of a sentence by which it is compared with a rule. A number is one element with its unit and its comparison,
 * and so is a modal word, whatever words it is made of.
 */
export type Element =
  | { kind: 'word'; word: string }
  | { kind: 'limit'; limit: Limit }
  | { kind: 'force'; force: Force }
  | { kind: 'denial'; word: string };

/** Articles, and French words that only accompany a denial. They change nothing in an otherwise equal sentence. */
const ignored = words(
  'the a an der die das den dem des ein eine einen einem einer eines le la les l un une el los las una ne n',
);

const forces: Record<Force, ReadonlySet<string>> = {
  must: words('must shall will muss müssen doit doivent devra devront debe deben deberá deberán'),
  should: words('should ought soll sollen sollte sollten devrait devraient debería deberían'),
  may: words('may can cannot darf dürfen kann können peut peuvent pourra pourront puede pueden podrá podrán'),
};

/** Phrases that bind like "must". */
const duties = [
  'has to',
  'have to',
  'is required to',
  'are required to',
  'is obliged to',
  'are obliged to',
].map((phrase) => phrase.split(' '));

/** Matches a defined term in brackets after the name that it stands for: (the "Processor"), („Auftraggeber“). */
const definedTerm = /\(\s?(?:\p{L}+ ){0,3}["“„«][^"”“»()]{1,60}["”“»]\s?\)/gu;
/** Matches the number of a clause at the beginning of a sentence, also with a mark of a list or of bold type. */
const label =
  /^\s*(?:[-*+•●▪–—]\s+)?[*_]{0,2}(?:(?:section|clause|article|paragraph|ziffer|artikel|cláusula|artículo)\s{1,3}[\w.]{1,8}(?:[.:)]|\s[–—-])\s|§\s?[\d.]{1,8}\s|\(\w{1,4}\)\s|\d{1,3}(?:\.\d{1,3}){0,4}\\?[.):]?\s+(?=["“„«*_]{0,2}\p{Lu})|[a-z]\)\s|[A-Z](?:\.\d{1,3}){1,4}[.)]?\s|(?:[A-Z]|[ivx]{1,5})[.)]\s(?=\p{Lu}))?[*_]{0,2}/iu;

/** A text without the number of its clause. */
export function withoutLabel(text: string): string {
  return text.slice(label.exec(text)?.[0].length ?? 0);
}

/** The elements of a sentence, in order. Punctuation, articles, defined terms in brackets and letter case do not count. */
export function elementsOf(sentence: string): Element[] {
  const text = normalForm(withoutLabel(sentence)).replace(definedTerm, (found) => ' '.repeat(found.length));
  const limits = limitsOf(text);
  const tokens = tokenize(text, english);
  const elements: Element[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const limit = limits.find(({ start, end }) => start <= token.start && token.start < end);
    if (limit !== undefined) {
      const last = elements.at(-1);
      if (last?.kind !== 'limit' || last.limit !== limit) elements.push({ kind: 'limit', limit });
      continue;
    }
    const duty = duties.find((phrase) => phrase.every((word, offset) => tokens[at + offset]?.word === word));
    if (duty !== undefined) {
      elements.push({ kind: 'force', force: 'must' });
      at += duty.length - 1;
      continue;
    }
    elements.push(...elementsAt(tokens, at, text));
  }
  return bans(elements);
}

function elementsAt(tokens: readonly Token[], at: number, text: string): Element[] {
  const word = `${isNegative(tokens, at, text) ? '-' : ''}${tokens[at]?.word ?? ''}`;
  const before = tokens[at - 1]?.word ?? '';
  // "Whether or not" and "if not" deny nothing.
  const denies = isDenial(word) && before !== 'or' && before !== 'if';
  const force = forceOf(word);
  if (force !== null)
    return [{ kind: 'force', force }, ...(denies ? [{ kind: 'denial' as const, word: 'not' }] : [])];
  if (denies) return [{ kind: 'denial', word }];
  // In "Annex A", the letter is a name.
  const isName = at > 0 && tokens[at]?.capital === true;
  return ignored.has(word) && !isName ? [] : [{ kind: 'word', word }];
}

/** How a modal word binds; null for any other word. */
export function forceOf(word: string): Force | null {
  const plain = word.replace(/n't$/, '');
  if (forces.must.has(plain)) return 'must';
  if (forces.should.has(plain)) return 'should';
  return forces.may.has(plain) ? 'may' : null;
}

/** "May not" and "no party may" forbid as "must not" does. */
function bans(elements: readonly Element[]): Element[] {
  const [first] = elements;
  return elements.map((element, at) => {
    if (element.kind !== 'force' || element.force !== 'may') return element;
    const isFirst = elements.findIndex(({ kind }) => kind === 'force') === at;
    const isBan = elements[at + 1]?.kind === 'denial' || (first?.kind === 'denial' && isFirst);
    return isBan ? { kind: 'force', force: 'must' } : element;
  });
}
