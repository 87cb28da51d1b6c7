import type { Source } from '../model/source.ts';
import { cues } from './cues.ts';

/** A clause that a text is in: "5.1", and "(b)" for a part of it that has a letter or number of its own. */
export type Clause = { source: Source; number: string; part: string };

/** The clause that a text begins: "5.1 Payment", "Section 5.", "§ 5", "H.4 The Director", "(b) The Tenant". */
export function clauseAt(text: string, source: Source, around: Clause | null): Clause | null {
  const [, part] = /^\s*\((\d{1,2}|[a-z]{1,4})\)\s/i.exec(text) ?? [];
  if (part !== undefined)
    return {
      source,
      number: around?.source === source ? around.number : '',
      part: `(${part.toLowerCase()})`,
    };
  const [, digits, letters] =
    /^\s*(?:\p{L}{1,12}\.?\s{1,3}(?=[\d.]{1,12}\s+\P{Ll})|§\s{0,3})?(?:(\d{1,3}(?:\.\d{1,3}){0,4})\\?[.)]?\s+\p{L}|([A-Z](?:\.\d{1,3}){1,4}|[A-Z](?=\.\s))[.)]?\s)/u.exec(
      text,
    ) ?? [];
  const number = digits ?? letters;
  return number === undefined ? around : { source, number: number.toLowerCase(), part: '' };
}

/** Whether a text begins with the name of a clause and goes on as titles do, without a longer word in lower case. */
function isTitle(before: string, after: string): boolean {
  return !/\p{L}/u.test(before) && !/(?<!\p{L})\p{Ll}{4}/u.test(after.replace(/^\p{L}+/u, ''));
}

/** Matches a text that puts other words behind a colon: "…, the text of clause 5 reads as follows: …". */
const introducing = /^[^:;"“„«]{0,120}:\s{1,3}["“„«\p{Lu}]/u;

/** Matches the number of a clause in a list of changes: "8: withdrawn". */
const listed = /(?:^|:\s)\W{0,4}(\d{1,3})\s?:\s/;

/** Matches a line of a table of contents: dots to the number of a page. */
const contents = /\.{4,}\s{0,2}(?:\d{1,4}|[ivxl]{1,6})(?![\p{L}\p{N}])/u;

/**
 * The numbers of the clauses that a text names, without spaces and in lower case, and whether it speaks about them: the
 * words before the name are not those of a mere reference, such as "under", or the name introduces words after a colon.
 * A table of contents names none.
 */
export function clausesNamed(text: string): Map<string, boolean> {
  if (contents.test(text)) return new Map();
  const named = [...text.matchAll(cues.named)].flatMap(({ 1: first = '', 2: more = '', index }) => {
    const [before, after] = [text.slice(0, index), text.slice(index)];
    const isAbout = introducing.test(after) || (!cues.refers.test(before) && !isTitle(before, after));
    return [first, ...(more.match(cues.number) ?? [])].map((number): [string, boolean] => [number, isAbout]);
  });
  const others = [...(text.match(cues.compound) ?? []), ...(listed.exec(text)?.slice(1) ?? [])];
  const numbers = new Map<string, boolean>();
  for (const [number, isAbout] of [...others.map((one): [string, boolean] => [one, false]), ...named]) {
    const key = number.replace(/\s/g, '').toLowerCase();
    numbers.set(key, isAbout || (numbers.get(key) ?? false));
  }
  return numbers;
}

/** The number of a clause and of those around it: of 5.1(b) also 5.1 and 5. */
export function aroundNumber(number: string): string[] {
  const [base = '', part] = number.split(/(?=\()/);
  const parts = base.split('.');
  return [...(part === undefined ? [] : [number]), ...parts.map((_, at) => parts.slice(0, at + 1).join('.'))];
}
