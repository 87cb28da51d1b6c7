import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../../../src/config.ts';

const service = z.looseObject({
  image: z.string().optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()).optional() }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
});
const compose = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(readFileSync('compose.yaml', 'utf8'), { merge: true }));
const example = readFileSync('.env.example', 'utf8');
// The variable of OpenTelemetry is not a setting of Proviso.
const known = new Set([
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  ...[...example.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name),
]);
const dockerfile = readFileSync('Dockerfile', 'utf8');
const ours = Object.entries(compose.services).filter(([, { image }]) => image === undefined);

/**
 * Replaces shell variables in the value: by their default, or by a sufficiently long secret if they have no default.
 */
const filled = (value: string) =>
  value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(32));

describe('the configuration of the containers', () => {
  it.each(ours)('has for %s only settings that exist, with allowed values', (_name, { environment = {} }) => {
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    const values = Object.entries(environment).map(([name, value]) => [name, filled(value)]);
    const given = values.filter(([, value]) => value !== '');
    expect(readConfig(Object.fromEntries(values))).toEqual(readConfig(Object.fromEntries(given)));
  });

  it.each(ours)(
    'passes every setting on to %s, except for those that the image sets',
    (_name, { environment = {} }) => {
      const ofTheImage = ['PORT', 'HOST', 'DATA_DIR'];
      const given = Object.keys(environment);
      expect([...known].filter((name) => !given.includes(name ?? ''))).toEqual(ofTheImage);
      const passedOn = Object.entries(environment).filter(([, value]) => value.startsWith('${'));
      expect(passedOn.filter(([name, value]) => !value.startsWith(`\${${name}:`))).toEqual([]);
    },
  );

  it('defines a server and a worker with the same records, files and secret', () => {
    expect(ours.map(([name]) => name)).toEqual(['api', 'worker']);
    const [api, worker] = ours.map(([, { environment }]) => environment);
    expect(worker).toMatchObject(api ?? {});
  });

  it('starts a server only when its stores are healthy, and has no password in the file', () => {
    for (const [name, { image, healthcheck, depends_on: waitsFor = {} }] of Object.entries(
      compose.services,
    )) {
      if (image !== undefined) expect(healthcheck?.test, name).toBeDefined();
      else
        expect(waitsFor).toEqual({
          mongo: { condition: 'service_healthy' },
          redis: { condition: 'service_healthy' },
        });
    }
    const secrets = readFileSync('compose.yaml', 'utf8').match(/(PASSWORD|SECRET|AUTH): .*/g) ?? [];
    expect(secrets.filter((line) => !/: \$\{/.test(line))).toEqual([]);
  });

  it('sets only known settings in the image, copies only existing files, and does not run as root', () => {
    const set = [...dockerfile.matchAll(/\b([A-Z_]{3,})=/g)].map(([, name]) => name ?? '');
    expect(
      set.filter(
        (name) =>
          !['NODE_ENV', 'TMPDIR', 'XDG_CACHE_HOME', 'OCR_PACKAGES', 'DEBIAN_FRONTEND'].includes(name) &&
          !known.has(name),
      ),
    ).toEqual([]);
    const copied = [...dockerfile.matchAll(/\/proviso\/([\w.]+)(?= )/g)].map(([, path]) => path ?? '');
    const made = ['dist', 'node_modules'];
    expect(copied.length).toBeGreaterThan(4);
    expect(copied.filter((path) => !made.includes(path) && !existsSync(path))).toEqual([]);
    const [beforeEntry = '', entry] = dockerfile.split(/^ENTRYPOINT\b/m);
    expect(entry).toBeDefined();
    expect(beforeEntry.match(/^USER .*$/gm)?.at(-1)).toBe('USER node');
    expect(dockerfile).toContain('HEALTHCHECK');
  });
});
