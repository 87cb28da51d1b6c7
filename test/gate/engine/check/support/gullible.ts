import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  analyze,
  closeLoading,
  localJob,
  localPorts,
  noSourceCache,
  openModelChecker,
} from '../../../../../engine/index.ts';
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
      const checker = openModelChecker({
        settings: { model: 'gullible', baseUrl: server.url },
        certificates,
      });
      const { findings } = await analyze(
        localJob({ rules: [{ name: 'Rule', description: rule }], inputs: [path] }),
        localPorts({ sourceCache: noSourceCache, checker }),
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
