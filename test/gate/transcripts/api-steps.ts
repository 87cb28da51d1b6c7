import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Answer, send } from '../../support/server.ts';
import { browserOf } from '../../support/sessions.ts';
import type { Transcript } from '../../support/transcript.ts';
import { waitUntil } from '../../support/wait.ts';
import { ShownJson } from './shown-json.ts';

/**
 * One step, as the files in `steps/` have it. A text alone is `do`: who calls what, such as `ada@office GET /v1/usage`
 * for a session in the workspace that was kept as `office`, `key GET …` for the token that was kept as `key`, `nobody
 * GET …`, or `ada query people.list`. `[one|other]` in it makes one call for each. `{name}` stands for a kept value,
 * `{a*200}` for 200 times a, and `{in 400}` for the time in 400 ms, and `{who}` for who calls.
 */
const step = z.strictObject({
  do: z.string().default(''),
  /** Another server than the first. */
  at: z.string().default('first'),
  body: z.unknown().optional(),
  raw: z.string().optional(),
  /** A file of the repository as the body. */
  file: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  /** The values of the answer that later steps use, by their places; a pattern takes a part of the value. */
  keep: z.record(z.string(), z.string()).default({}),
  /** Repeats the call until the answer has these values at these places. */
  until: z.record(z.string(), z.unknown()).optional(),
  /** A field of the records in `data`, by which they are sorted because their order is not certain. */
  sort: z.string().optional(),
  /** Patterns of what differs in each run. */
  hide: z.array(z.string()).default([]),
  /** Whether to show the answer without its body. */
  bodyless: z.boolean().default(false),
  /** How many blocks of an event stream to read. */
  blocks: z.int().default(0),
  /** An action of the stage, instead of a call, with its argument. */
  stage: z.string().optional(),
});
type Step = z.output<typeof step>;

/** What steps can do besides calls. The transcript shows a list that an action returns; its order is not certain. */
type Stage = Record<string, (argument: string) => Promise<unknown>>;

/** The addresses of the servers by name, the values that are kept from the beginning, and the actions. */
type Parts = { addresses: Record<string, string>; kept: Record<string, string>; stage: Stage };

const hiddenHeaders = /^(date|connection|keep-alive|content-length|transfer-encoding|x-request-id)$/;

/** What most answers have: a transcript shows only other values, and which of these headers are missing. */
const usualHeaders: Record<string, string> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'ratelimit-policy': '"default";q=1000000;w=60',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Sends the steps of the files to the servers, and writes down what they answer. */
export class ApiSteps {
  readonly kept: Map<string, string>;
  /** Every call as method and path, or as the name of a procedure. */
  readonly called = new Set<string>();
  readonly #addresses: Record<string, string>;
  readonly #stage: Stage;
  readonly #browsers = new Map<string, ReturnType<typeof browserOf>>();

  constructor({ addresses, kept, stage }: Parts) {
    this.#addresses = addresses;
    this.kept = new Map(Object.entries(kept));
    this.#stage = stage;
  }

  async play(name: string, transcript: Transcript): Promise<void> {
    const text = readFileSync(join(import.meta.dirname, 'steps', `${name}.yaml`), 'utf8');
    const steps = z
      .array(z.union([z.string().transform((call) => step.parse({ do: call })), step]))
      .parse(parse(text));
    const json = new ShownJson();
    for (const one of steps) {
      const hidden = one.hide.map((pattern) => new RegExp(pattern, 'g'));
      const [action, argument = ''] = one.stage?.split(/ (.*)/) ?? [];
      if (action !== undefined) {
        const shown = await this.#stage[action]?.(this.#filled(argument));
        if (!Array.isArray(shown)) continue;
        transcript.add(`${action} ${argument}`, json.shown(transcript, inOrder(shown, wordsOf), hidden));
      } else {
        for (const call of alternatives(one.do)) {
          const { answer, title } = await this.#call(this.#filled(call), one);
          const body = one.bodyless
            ? ''
            : (sorted(answer.body, one.sort) ?? (isText(answer) ? answer.text : shownBytes(answer.text)));
          const shown =
            typeof body === 'string' ? transcript.steady(body, hidden) : json.shown(transcript, body, hidden);
          transcript.add(title, `${answer.status} ${headersOf(answer)}\n${shown}`.trimEnd(), hidden);
          this.#keep(one.keep, answer, title);
        }
      }
    }
  }

  async #call(call: string, { until, ...one }: Step): Promise<{ answer: Answer; title: string }> {
    const [who = '', method = '', ...rest] = call.split(' ');
    const path = rest.join(' ');
    const once = () => this.#sent(who, method, path, one);
    let answer = await once();
    if (until !== undefined) {
      const wanted = Object.entries(until);
      const isThere = () => wanted.every(([place, value]) => valueAt(answer, place) === value);
      await waitUntil(
        async () => {
          if (!isThere()) answer = await once();
          return isThere();
        },
        { upTo: 120_000 },
      );
    }
    return { answer, title: `${one.at === 'first' ? '' : `at ${one.at}: `}${call}` };
  }

  async #sent(who: string, method: string, path: string, one: Omit<Step, 'until'>): Promise<Answer> {
    const address = this.#addresses[one.at] ?? '';
    // Records that were made in the same millisecond have no certain order.
    for (const now = Date.now(); Date.now() === now; ) await nextTurn();
    const [name = '', workspace] = who.split('@');
    const token = this.kept.get(name);
    const browser = this.#browserOf(name);
    this.kept.set('who', name);
    const headers = {
      ...(token !== undefined ? { 'api-token': token } : name === 'nobody' ? {} : browser.headers()),
      ...(workspace !== undefined && { workspace: this.#filled(`{${workspace}}`) }),
      ...Object.fromEntries(
        Object.entries(one.headers).map(([header, value]) => [header, this.#filled(value)]),
      ),
    };
    const body = this.#filledBody(one.body);
    const isQuery = method === 'query';
    const input = isQuery && body !== undefined ? `?input=${encodeURIComponent(JSON.stringify(body))}` : '';
    const isCall = isQuery || method === 'mutate';
    const verb = isQuery ? 'GET' : isCall ? 'POST' : method;
    this.called.add(isCall ? path : `${method} ${path.split('?')[0]}`);
    const raw = one.file === undefined ? one.raw && this.#filled(one.raw) : readFileSync(one.file);
    const sent = isQuery ? undefined : (body ?? (isCall ? {} : undefined));
    const options = { headers, ...(raw !== undefined ? { raw } : sent !== undefined && { body: sent }) };
    if (one.blocks > 0) return streamed(`${address}${path}`, headers, one.blocks);
    const answer = await send(address, verb, isCall ? `/trpc/${path}${input}` : path, options);
    return browser.store(answer);
  }

  #browserOf(name: string) {
    const known =
      this.#browsers.get(name) ?? browserOf({ anonymous: () => Promise.reject(new Error('unused')) }, name);
    this.#browsers.set(name, known);
    return known;
  }

  #keep(keep: Step['keep'], answer: Answer, title: string): void {
    for (const [name, what] of Object.entries(keep)) {
      const [place = '', pattern] = what.split(/ (.*)/);
      const value = valueAt(answer, place);
      const found = typeof value === 'string' ? new RegExp(pattern ?? '^.*$').exec(value) : null;
      if (found === null) throw new Error(`${title}: nothing at ${what}: ${answer.status} ${answer.text}`);
      this.kept.set(name, found[1] ?? found[0]);
    }
  }

  #filledBody(body: unknown): unknown {
    if (body === undefined) return undefined;
    return JSON.parse(JSON.stringify(body), (_, value) =>
      typeof value === 'string' ? this.#filled(value) : value,
    );
  }

  #filled(text: string): string {
    return text.replaceAll(/\{([\w .*-]+)\}/g, (whole, name: string) => {
      const [, part, times] = /^(.+)\*(\d+)$/s.exec(name) ?? [];
      if (part !== undefined) return part.repeat(Number(times));
      const [, ms] = /^in (-?\d+)$/.exec(name) ?? [];
      if (ms !== undefined) return new Date(Date.now() + Number(ms)).toISOString();
      const value = this.kept.get(name);
      if (value === undefined) throw new Error(`nothing is kept as ${name}: ${whole}`);
      return value;
    });
  }
}

/** The calls of a text with `[one|other]`. */
function alternatives(text: string): string[] {
  const [whole, choices] = /\[([^[\]]*\|[^[\]]*)\]/.exec(text) ?? [];
  if (whole === undefined || choices === undefined) return [text];
  return choices.split('|').flatMap((choice) => alternatives(text.replace(whole, () => choice)));
}

function valueAt({ status, headers, body }: Answer, place: string): unknown {
  const [, header] = /^headers\.(.*)/.exec(place) ?? [];
  if (header !== undefined) return headers.get(header);
  if (place === 'status') return status;
  return place
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      body,
    );
}

/** The body with its records in the order of a field, of which ports do not count. */
function sorted(body: unknown, field: string | undefined): unknown {
  const listed = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) }).safeParse(body);
  if (field === undefined || !listed.success) return body;
  const words = (one: Record<string, unknown>) => String(one[field]).replace(/:\d+/, '');
  return { ...listed.data, data: inOrder(listed.data.data, words) };
}

function inOrder<Value>(values: Value[], words: (value: Value) => string): Value[] {
  return values.toSorted((one, other) => words(one).localeCompare(words(other)));
}

/** A value as a text without ids and times. */
const wordsOf = (value: unknown) => JSON.stringify(value).replaceAll(/[0-9a-f]{24}|\d{2,}/g, '');

function headersOf({ headers }: Answer): string {
  const shown = [...headers].flatMap(([name, value]) => {
    if (hiddenHeaders.test(name) || usualHeaders[name] === value) return [];
    if (name === 'set-cookie') return [`${name}: ${value.replace(/=[^;]+/, '=…')}`];
    if (name === 'ratelimit') {
      const isUsual = headers.get('ratelimit-policy') === usualHeaders['ratelimit-policy'];
      return isUsual ? [] : [`${name}: ${value.replace(/t=\d+/, 't=…')}`];
    }
    return [`${name}: ${/^(etag|retry-after)$/.test(name) ? '…' : value}`];
  });
  const missing = Object.keys(usualHeaders).filter((name) => !headers.has(name));
  return [...shown, ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : [])].join(' | ');
}

function isText({ headers }: Answer): boolean {
  return /^(text\/|$)|[/+]xml|json/.test(headers.get('content-type') ?? '');
}

/** The beginning of a file, and the folders of the files of a run if it is a bundle. */
function shownBytes(bytes: string): string {
  return [bytes.slice(0, 4), ...new Set(bytes.match(/\bsources\/[\w-]+/g))].join(' ');
}

/** The first blocks of an event stream, as a text. */
async function streamed(url: string, headers: Record<string, string>, blocks: number): Promise<Answer> {
  const leaving = new AbortController();
  const answer = await fetch(url, { headers, signal: leaving.signal });
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (answer.status === 200 && text.split('\n\n').length > blocks) break;
  }
  leaving.abort();
  return { status: answer.status, headers: answer.headers, text, body: null };
}
