import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultSchema } from '../../../engine/model/result.ts';
import { canonical } from '../../../tools/canonical/canonical.ts';
import { callerOf, meaningOf } from '../../support/faults/caller.ts';
import { guideSample } from '../../support/faults/samples.ts';
import { newToken, proviso, type Served, serve } from '../../support/served.ts';
import { waitUntil } from '../../support/wait.ts';

const guide = guideSample();
let folder = '';
let server: Served | null = null;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proviso-same-'));
});
afterAll(async () => {
  await server?.powerOff();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(guide === null)(
  'a run of the guide with its rules and the standard that they are based on',
  () => {
    it('returns the same result over HTTP as on the command line', async () => {
      if (guide === null) return;
      for (const { name, bytes } of [...guide.inputs, ...guide.knowledge]) {
        writeFileSync(join(folder, name), bytes);
      }
      writeFileSync(join(folder, 'rules.json'), JSON.stringify(guide.rules));
      const [input, knowledge] = [guide.inputs[0]?.name ?? '', guide.knowledge[0]?.name ?? ''];
      const printed = proviso(folder, [
        ...['check', input, '--rules', 'rules.json'],
        ...['--knowledge', knowledge, '--format', 'json'],
      ]);
      const wording = resultSchema.parse(JSON.parse(printed));

      const token = newToken(folder);
      server = await serve(folder);
      const caller = callerOf(server.address, token);
      const project = await caller.prepare(guide);
      await caller.startRun(project);
      const view = await waitUntil(
        async () => {
          const seen = await caller.view(project);
          return seen.status !== 'deploying' && seen;
        },
        { upTo: 90_000 },
      );
      expect(JSON.parse(meaningOf(view))).toEqual(JSON.parse(canonical(wording)));
      expect(wording.findings).toHaveLength(14);
      expect(wording.findings.some((finding) => finding.basis.length > 0)).toBe(true);
      const links = view.result?.findings.flatMap(({ citations }) => citations.map(({ link }) => link)) ?? [];
      expect(links.length).toBeGreaterThan(10);
      for (const link of links) expect(link).toMatch(/^http:\/\/localhost:\d+\/assets\/\w{40}\/.+#page=\d+/);
    });
  },
);
