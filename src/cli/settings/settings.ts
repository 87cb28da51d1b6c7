import { existsSync } from 'node:fs';
import { ProvisoError } from '../../../engine/model/errors.ts';
import { type Environment, misspelt } from '../../config.ts';
import { settleTracing } from '../../process/tracing.ts';
import { badInput } from '../terminal/failure.ts';

/**
 * The environment together with the settings in `.env` of the current folder; the environment takes precedence. Names
 * that look misspelt are reported.
 */
export function environment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  settleTracing(process.env);
  for (const line of misspelt(process.env)) process.stderr.write(`proviso: ${line}\n`);
  return process.env;
}

/** Runs work for the operator: problems with settings or input end the command as bad input. */
export async function asOperator<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProvisoError ? badInput(error.message) : error;
  }
}
