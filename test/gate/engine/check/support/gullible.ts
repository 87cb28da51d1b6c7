import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  analyze,
  closeLoading,
  defaultLimits,
  keyRules,
  openModelChecker,
} from '../../../../../engine/index.ts';
import { openLocalFile } from '../../../../../engine/load/local-files.ts';
import type { Certificate } from '../../../../../engine/model/certificate.ts';
import type { Finding } from '../../../../../engine/model/finding.ts';
import { startGullibleModel } from '../../../../../tools/exam-models.ts';

/** Checks texts behind a model that says that every rule is satisfied, whose name is `gullible`. */
export type GullibleChecks = {
  /** The finding of a rule about a text file. */
  check(rule: string, text: string, certificates?: readonly Certificate[]): Promise<Finding | undefined>;
  close(): Promise<void>;
};

export async function gullibleChecks(): Promise<GullibleChecks> {
  const server = await startGullibleModel();
  const folder = await mkdtemp(join(tmpdir(), 'proviso-gullible-'));
  return {
    async check(rule, text, certificates) {
      const path = join(folder, 'terms.txt');
      await writeFile(path, text);
      const { findings } = await analyze(
        {
          runId: 'gullible'.padEnd(24, '0'),
          rules: keyRules([{ name: 'Rule', description: rule }]),
          knowledge: [],
          inputs: [{ name: 'terms.txt', ref: path, linkBase: 'terms.txt' }],
          scope: 'together',
          outputFormat: null,
          limits: defaultLimits,
          earlier: [],
        },
        {
          openSource: openLocalFile,
          sourceCache: { get: async () => null, put: async () => {} },
          clock: { now: () => new Date() },
          checker: openModelChecker({ settings: { model: 'gullible', baseUrl: server.url }, certificates }),
        },
        { signal: new AbortController().signal, onEvent: () => {} },
      );
      return findings[0];
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
      closeLoading();
    },
  };
}
