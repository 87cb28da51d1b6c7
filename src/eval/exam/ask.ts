import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyze, defaultLimits, keyRules, type Ports } from '../../../engine/index.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { ExamPair, Twin } from './make/pair.ts';

/**
 * Checks both documents of a pair, and returns their findings in the order of the documents. Throws the signal's reason
 * when it is aborted.
 */
export async function askPair(pair: ExamPair, ports: Ports, signal: AbortSignal): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-exam-'));
  try {
    return await Promise.all(pair.twins.map((twin) => askTwin(pair, twin, { folder, ports, signal })));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function askTwin(
  { id, rule }: ExamPair,
  { files }: Twin,
  { folder, ports, signal }: { folder: string; ports: Ports; signal: AbortSignal },
): Promise<Finding> {
  for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
  const result = await analyze(
    {
      runId: id.padEnd(24, '0'),
      rules: keyRules([rule]),
      knowledge: [],
      inputs: files.map(({ name }) => ({ name, ref: join(folder, name), linkBase: name })),
      scope: 'together',
      outputFormat: null,
      limits: defaultLimits,
      earlier: [],
    },
    ports,
    { signal, onEvent: () => {} },
  );
  const [finding] = result.findings;
  if (!finding) throw new Error(`the exam's pair ${id} got no finding`);
  return finding;
}
