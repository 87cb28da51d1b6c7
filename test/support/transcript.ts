import { join } from 'node:path';
import { expect } from 'vitest';

/**
 * What differs between two runs of the same steps, in the order in which it is looked for. Each distinct text of a kind
 * gets a number, so that a transcript shows which ids are the same and which are not.
 */
const changing: [name: string, pattern: RegExp][] = [
  ['secret', /(?<=#[0-9a-f]{24}\.)[\w-]{43}/g],
  ['key', /whsec_[\w+/=]+/g],
  ['ticket', /(?<=\.1\d{12}\.)[\w-]{43}/g],
  ['seen', /(?<=\b(?:politics|projects)\.(?:[0-9a-f]{24})?\.)[\w-]{16,}/g],
  ['ms', /(?<=\.)1\d{12}(?=\.)/g],
  ['token', /pv_[0-9a-zA-Z]+_[\w-]+/g],
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ['asset', /\b[0-9a-f]{40}\b/g],
  ['hash', /\b[0-9a-f]{64}\b|(?<=sha256 )[0-9a-f]{12}\b/g],
  ['id', /\b[0-9a-f]{24}\b/g],
  ['relationship', /\brId[\w-]{21}(?![\w-])/g],
];
const time = /\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?/g;
const duration = /(?<=<time> UTC, after )[\d.]+ \w+/g;
const nextMonth = /(?<=Check again from )20\d\d-\d\d-01\b/g;
const port = /(127\.0\.0\.\d+|localhost):\d+/g;

/**
 * What a sequence of steps returned, as text for a file that is compared with the recorded one. Ids, tokens and hashes
 * are numbered by their first appearance; times and ports are replaced. `keepsTimes` is for steps whose times are fixed.
 */
export class Transcript {
  readonly #time: RegExp | string;
  readonly #numbers = new Map<string, Map<string, number>>();
  readonly #lines: string[] = [];

  constructor({ keepsTimes = false } = {}) {
    this.#time = keepsTimes ? '<time>' : time;
  }

  /** `value` is a text, or anything that JSON has. `hidden` are further texts that differ in each run. */
  add(title: string, value: unknown, hidden: readonly RegExp[] = []): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
    this.#lines.push(`## ${this.steady(title)}`, this.steady(text, hidden), '');
  }

  /**
   * Compares the transcript with the recorded one in `folder`. After a change that is meant, `npx vitest run transcripts
   * -u` records it anew: read the difference before you commit it.
   */
  async expectAsRecorded(folder: string, name: string): Promise<void> {
    await expect(this.#lines.join('\n')).toMatchFileSnapshot(join(folder, 'recorded', name));
  }

  /** The text with everything replaced that differs in each run. */
  steady(text: string, hidden: readonly RegExp[] = []): string {
    const replaced = hidden.reduce((rest, pattern) => rest.replaceAll(pattern, '<hidden>'), text);
    return changing
      .reduce(
        (rest, [name, pattern]) => rest.replaceAll(pattern, (found) => this.#numbered(name, found)),
        replaced,
      )
      .replaceAll(this.#time, '<time>')
      .replaceAll(duration, '<duration>')
      .replaceAll(nextMonth, '<next month>')
      .replaceAll(port, '$1:<port>');
  }

  #numbered(name: string, found: string): string {
    const numbers = this.#numbers.get(name) ?? new Map<string, number>();
    this.#numbers.set(name, numbers);
    const number = numbers.get(found) ?? numbers.size + 1;
    numbers.set(found, number);
    return `<${name} ${number}>`;
  }
}
