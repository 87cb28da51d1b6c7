import { existsSync } from 'node:fs';
import { ProvisoError } from '../../../engine/model/errors.ts';
import { type Environment, misspelt } from '../../config.ts';
import { settleTracing } from '../../process/tracing.ts';
import { badInput } from '../terminal/ending.ts';

/**
 * Returns the environment together with the settings in the file `.env` of the current folder; the environment takes
 * precedence. Reports names of settings that look misspelt.
 */
export function environment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  settleTracing(process.env);
  for (const line of misspelt(process.env)) process.stderr.write(`proviso: ${line}\n`);
  return process.env;
}

/** Runs `work` and converts every `ProvisoError`, such as a problem with the settings, to `bad_input`. */
export async function asOperator<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProvisoError ? badInput(error.message) : error;
  }
}
