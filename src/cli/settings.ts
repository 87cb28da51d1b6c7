import { existsSync } from 'node:fs';
import { ProvisoError } from '../../engine/model/errors.ts';
import { type Environment, misspelt } from '../config.ts';
import { settleTracing } from '../tracing.ts';
import { badInput } from './failure.ts';

/** The environment with the settings of `.env` in the current folder; what is set outside of it wins. Misspelt names are pointed out. */
export function environment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  settleTracing(process.env);
  for (const line of misspelt(process.env)) process.stderr.write(`proviso: ${line}\n`);
  return process.env;
}

/** Runs work for the operator: what is wrong with settings or input ends the command as bad input. */
export async function asOperator<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProvisoError ? badInput(error.message) : error;
  }
}
