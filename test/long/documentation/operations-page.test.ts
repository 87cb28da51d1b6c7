import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { workFolder } from '../../gate/cli/command.ts';
import { documentedBlocks, documentedShell, runAsWritten } from '../../support/documented-shell.ts';
import { serve } from '../../support/served.ts';
import { password } from '../../support/sessions.ts';

/*
 * The commands for backups are tested in back-up.test.ts, and the configurations of proxies in proxies.test.ts. The
 * commands of Docker need another machine; test/long/image executes the steps of the Dockerfile.
 */

const page = 'docs/operations.md';
const metricsToken = 'm'.repeat(32);

const folder = workFolder({ 'password.txt': `${password}\n` });
const server = await serve(join(folder.path, 'data'), { METRICS_TOKEN: metricsToken });
afterAll(async () => {
  await server.powerOff();
  folder.remove();
});

/** Runs a block as written, but for the port: the one on the page can be in use. */
const run = (block: string, more: Record<string, string> = {}) =>
  runAsWritten(block.replaceAll('http://127.0.0.1:3000', server.address), folder.path, {
    ...{ DATA_DIR: 'data', PAGE_LAYOUT: 'off' },
    ...more,
  });

describe('docs/operations.md', () => {
  it('has no command that no test runs', () => {
    const text = readFileSync(page, 'utf8');
    const tested = [
      'Is everything all right?',
      'Backup and restore',
      'People',
      'Metrics and traces',
      'Containers',
      'Upgrades',
    ];
    const blocks = tested.flatMap((heading) => documentedShell(page, heading));
    expect(text.match(/^ *```sh$/gm)).toHaveLength(blocks.length);
  });

  it('manages accounts with the commands that it shows', async () => {
    const [people = ''] = documentedShell(page, 'People');
    await run('proviso user add --email operator@example.org < password.txt');
    const output = await run(people);
    expect(output).toMatch(/ada@example\.org has an account/);
    expect(output).toContain('ada@example.org\tactive\tAda\n');
    expect(output).toContain('the password of ada@example.org was changed');
    expect(output).toContain('ada@example.org is disabled');
    expect(output).toContain('ada@example.org was removed, with 0 projects and 0 rule sets');
  });

  it('tests the service with doctor, and asks it whether it is healthy and ready', async () => {
    const [doctor = '', asked = ''] = documentedShell(page, 'Is everything all right?');
    expect(await run(doctor)).toMatch(/^ok +records: SQLite in data/m);
    const answers = (await run(asked)).split('\n').join('');
    expect(answers).toMatch(/^\{"ok":true\}\{"ready":true,"checks":\{/);
  });

  it('shows how to read a metric, and names the settings of an OpenTelemetry collector', async () => {
    const [metrics = ''] = documentedShell(page, 'Metrics and traces');
    expect(await run(metrics, { METRICS_TOKEN: metricsToken })).toMatch(/^proviso_runs_waiting 0$/m);
    const [setting = ''] = documentedBlocks(page, 'Metrics and traces', '');
    expect(setting.trim()).toBe('OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318');
  });

  it('upgrades with a backup, and goes back to it', async () => {
    const [backup = '', doctor = '', back = ''] = documentedShell(page, 'Upgrades');
    expect(await run(backup)).toMatch(/before-upgrade: \d+ records/);
    expect(await run(doctor)).toMatch(/^ok +records: SQLite in data/m);
    expect(await run(back)).toMatch(/^ok +records: SQLite in before-upgrade/m);
  });

  it('creates secrets for Docker that Proviso accepts, in a file that no one else can read', async () => {
    const [secrets = ''] = documentedShell(page, 'Containers');
    const own = workFolder({});
    try {
      await runAsWritten(secrets, own.path, {});
      const file = join(own.path, '.env');
      expect(statSync(file).mode & 0o077).toBe(0);
      const lines = readFileSync(file, 'utf8').trim().split('\n');
      const values = Object.fromEntries(lines.map((line) => line.split('=')));
      expect(Object.keys(values)).toEqual(['SECRET', 'MONGO_PASSWORD', 'REDIS_PASSWORD']);
      expect(readConfig({ SECRET: values.SECRET }).SECRET).toMatch(/^[0-9a-f]{64}$/);
      const compose = readFileSync('compose.yaml', 'utf8');
      for (const name of Object.keys(values)) expect(compose).toContain(`\${${name}`);
    } finally {
      own.remove();
    }
  });
});
