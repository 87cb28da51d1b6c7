import { z } from 'zod';
import type { Transcript } from '../../support/transcript.ts';

/** Fields whose values differ in each run. */
const varying = new Set(['requestId', 'durationMs', 'seconds', 'ticket', 'month', 'last4']);
const width = 120;

/** A problem in which nothing is unusual: its code says the rest. */
const problem = z
  .strictObject({
    ...{ type: z.string(), title: z.string(), status: z.int(), detail: z.string(), code: z.string() },
    ...{
      requestId: z.literal('…'),
      errors: z.array(z.json()),
      success: z.literal(false),
      message: z.string(),
    },
  })
  .refine(({ type, detail, code, message }) => type === `/docs#error-${code}` && message === detail);

/** Of calls at the same time, the first one decides how many tokens the model has cached, and so what each costs. */
const cachedTokens = /(?<=\b(?:cached|cachedTokens)"?: ?)\d+|(?<=\bcost"?: ?)\d+\.\d{3}[\d.e-]*/g;

/** Writes JSON with short objects on one line each, and what was last written in the same words as `as before`. */
export class ShownJson {
  readonly #last = new Map<string, string>();

  shown(transcript: Transcript, value: unknown, hidden: readonly RegExp[]): string {
    const text =
      JSON.stringify(value, (name, field) =>
        varying.has(name) && typeof field !== 'object' ? '…' : field,
      ) ?? '';
    const steady = transcript
      .steady(text, hidden)
      .replaceAll(cachedTokens, '0')
      .replaceAll(/(\w)\1{99,}/g, (run, one) => `${one}*${run.length}`);
    return text === '' ? '' : this.#part('body', JSON.parse(steady), '');
  }

  #part(name: string, value: unknown, indent: string): string {
    const flat = JSON.stringify(value);
    if (flat.length + indent.length <= width || typeof value !== 'object' || value === null) return flat;
    const inner = `${indent} `;
    if (Array.isArray(value)) {
      return `[\n${value.map((one) => `${inner}${this.#part(name, one, inner)}`).join(',\n')}\n${indent}]`;
    }
    const usual = problem.safeParse(value);
    if (usual.success) {
      const { status, code, title, detail, errors } = usual.data;
      return `problem ${status} ${code} (${title}): ${detail}${errors.length > 1 ? ` ${this.#part('errors', errors, inner)}` : ''}`;
    }
    const fields = Object.entries<unknown>({ ...value });
    const [, id = ''] = fields.find(([field]) => /^_?id$/.test(field)) ?? [];
    const place = String(id || name);
    if (this.#last.get(place) === flat) return `{ ${place} as before }`;
    this.#last.set(place, flat);
    return `{\n${fields.map(([field, one]) => `${inner}${field}: ${this.#part(field, one, inner)}`).join(',\n')}\n${indent}}`;
  }
}
