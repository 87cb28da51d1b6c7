import { z } from 'zod';
import { ruleListSchema } from '../engine/model/rule.ts';
import { ruleFileSchema } from '../src/cli/rules/parse.ts';

/** The text of `rules.schema.json`, generated from the schemas with which Proviso reads rules files. */
export function rulesJsonSchema(): string {
  const schema = z.toJSONSchema(z.union([ruleListSchema, ruleFileSchema]), {
    target: 'draft-2020-12',
    reused: 'ref',
    io: 'input',
  });
  return `${JSON.stringify({ title: 'A rules file of Proviso', ...schema }, null, 2)}\n`;
}
