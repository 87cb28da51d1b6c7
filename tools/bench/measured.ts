import { type MeasuredProcess, measureProcess } from '../../test/support/measured-process.ts';

export type Measured = Pick<MeasuredProcess, 'ms' | 'stdout' | 'peak' | 'processorMs'>;

/** Measures a process from its start to its end. Throws if the process fails. */
export async function measure(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Measured> {
  const { code, stderr, ...measured } = await measureProcess(command, args, {
    env: { ...process.env, ...env },
  });
  if (code === 0) return measured;
  throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stderr}`);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
