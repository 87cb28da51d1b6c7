import type { z } from 'zod';
import { readRules } from '../rules/read.ts';
import { readWritten } from '../written/read.ts';

/** Reads cases and their rules files. Errors have the same form as those of `proviso check`. */
export const caseReaders = {
  readRules,
  async readAs<Value>(path: string, schema: z.ZodType<Value>): Promise<Value> {
    return (await readWritten(path, 'the case', path)).as(schema);
  },
};
