import type { z } from 'zod';
import { readRules } from '../rules/read.ts';
import { readWritten } from '../written/read.ts';

/** Reads cases and the rules files that they name as rules are read for `check`: the same words for the same mistake. */
export const caseReaders = {
  readRules,
  async readAs<Value>(path: string, schema: z.ZodType<Value>): Promise<Value> {
    return (await readWritten(path, 'the case', path)).as(schema);
  },
};
