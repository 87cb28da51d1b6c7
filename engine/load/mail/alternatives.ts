import { foldedWords } from '../../language/words.ts';
import type { ReadingWarning } from '../part.ts';
import { charsetIn, decodePage } from '../web/charset.ts';
import { shownWords } from '../web/reader.ts';
import type { Message } from './message.ts';

export type PageBody = { content: Uint8Array; type: string };

/** Two alternatives say the same if they lack at most this share of each other's words, and no word with a digit. */
const mostMissing = 0.05;

/**
 * The text of a message that has a plain text, a page, or both as alternatives. Mail programs show the page, so the page
 * is read if the plain text says something else, and a warning says so.
 */
export function bodyOf(text: string, page: PageBody | null): Pick<Message, 'body' | 'warnings'> {
  const plain = text.trim() === '' ? null : { text };
  if (page === null) return { body: plain, warnings: [] };
  if (plain === null) return { body: page, warnings: [] };
  if (!page.type.startsWith('text/html')) return { body: plain, warnings: [] };
  const shown = shownWords(decodePage(page.content, charsetIn(page.type)).text);
  if (shown.trim() === '' || saySame(text, shown)) return { body: plain, warnings: [] };
  return { body: page, warnings: [differing] };
}

const differing: ReadingWarning = {
  code: 'alternatives_differ',
  message:
    'Its plain text and its HTML text differ. The HTML text, which mail programs show, was read; the plain text was not.',
};

function saySame(one: string, other: string): boolean {
  const [words, others] = [one, other].map((text) => new Set(wordsOf(text)));
  if (words === undefined || others === undefined) return true;
  return lacksLittle(words, others) && lacksLittle(others, words);
}

function lacksLittle(of: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  const missing = [...words].filter((word) => !of.has(word));
  return missing.length <= words.size * mostMissing && !missing.some((word) => /\p{N}/u.test(word));
}

/** The words of a text without addresses, which plain text shows and pages hide behind links. */
function wordsOf(text: string): string[] {
  return foldedWords(text.replace(/\b(?:https?:|mailto:|www\.)[^\s<>"')\]]+/giu, ' '));
}
