import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../../../src/api/router.ts';
import { newToken, type Served, serve } from '../../support/served.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const definition = z.object({
  type: z.enum(['query', 'mutation']),
  inputs: z.array(z.instanceof(z.ZodType)),
});

/** Every procedure, documented or not, with the names of the fields of its input. */
const procedures = Object.entries(appRouter._def.procedures).map(([name, procedure]) => {
  const { type, inputs } = definition.parse(Reflect.get(procedure, '_def'));
  const { properties } = z
    .object({ properties: z.record(z.string(), z.unknown()).optional() })
    .parse(inputs[0] ? z.toJSONSchema(inputs[0], { unrepresentable: 'any', io: 'input' }) : {});
  return { name, type, fields: Object.keys(properties ?? {}) };
});

/** The default of LIMIT_BODY_BYTES, less the space for the names of fields. */
const bytes = 10 * 1024 * 1024 - 1_000;
/** The default of LIMIT_BODY_VALUES, less the values around. */
const values = 19_900;

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Values that are as large as a body may be in one way, each as JSON. */
const large: Record<string, string> = {
  'a long text': JSON.stringify('a b '.repeat(bytes / 4)),
  'a long text of escapes': `"${'\\u0041'.repeat(bytes / 6)}"`,
  'empty objects': `[${Array(values).fill('{}').join(',')}]`,
  nulls: `[${Array(values).fill('null').join(',')}]`,
  'long texts': `[${Array(values)
    .fill(JSON.stringify('a b '.repeat(Math.floor(bytes / values / 4) - 2)))
    .join(',')}]`,
  keys: `{${Array.from({ length: values }, (_, at) => `"key${at}":0`).join(',')}}`,
  'a long name': `{"${'k'.repeat(bytes)}":0}`,
  'long names': `{${Array.from({ length: Math.floor(bytes / 1_100) }, (_, at) => `"${`${at} `.padEnd(990, 'k')}":0`).join(',')}}`,
  'deep arrays': deep('[', ']', bytes / 2),
  'deep objects': `${'{"a":'.repeat(bytes / 6)}0${'}'.repeat(bytes / 6)}`,
  'arrays as deep as a body may be': deep('[', ']', 60),
  'a long number': '9'.repeat(bytes),
};

describe('a body that is as large as it may be', () => {
  const folder = temporaryFolder('bodies');
  let server: Served;
  let token = '';
  let longest = { ms: 0, sent: 'nothing' };
  let sending = 'nothing';
  let watching = true;
  let watch: Promise<void>;

  beforeAll(async () => {
    token = newToken(folder);
    server = await serve(folder);
    watch = (async () => {
      while (watching) {
        const begun = performance.now();
        await fetch(`${server.address}/healthz`)
          .then((answer) => answer.arrayBuffer())
          .catch(() => null);
        const ms = performance.now() - begun;
        if (ms > longest.ms) longest = { ms, sent: sending };
      }
    })();
  });
  afterAll(async () => {
    watching = false;
    await watch;
    process.stdout.write(
      `The longest wait for /healthz was ${Math.round(longest.ms)} ms, during ${longest.sent}.\n`,
    );
    await server.powerOff();
  });

  const post = async (name: string, body: string, headers: Record<string, string>) => {
    const answer = await fetch(`${server.address}/trpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  };

  it.each(procedures.filter(({ type }) => type === 'mutation'))(
    'gets a small refusal from $name, or is accepted, with and without an account',
    async ({ name, fields }) => {
      for (const [what, value] of Object.entries(large)) {
        const bodies = [value, ...fields.map((field) => `{${JSON.stringify(field)}:${value}}`)];
        for (const [at, body] of bodies.entries()) {
          sending = `${name} with ${what}${at === 0 ? '' : ` as ${fields[at - 1]}`}`;
          const known = await post(name, body, { 'api-token': token });
          const stranger = await post(name, body, {});
          for (const { status, bytes: size } of [known, stranger]) {
            expect(status, sending).toBeLessThan(500);
            expect(size, sending).toBeLessThan(1_000_000);
          }
          expect(stranger.status, sending).toBeGreaterThanOrEqual(400);
        }
      }
    },
  );
});
