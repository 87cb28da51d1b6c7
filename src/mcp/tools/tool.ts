import { z } from 'zod';
import { ruleSchema } from '../../../engine/model/rule.ts';
import { filledText, strict } from '../../api/fields.ts';
import { listLimits } from '../../domain/records/list-limits.ts';
import type { AgentService } from '../agent-service.ts';

/** How a call of a tool is made. */
export type Call = {
  service: AgentService;
  /** Aborted if the agent cancels the call: what the call started is then canceled too. */
  canceled: AbortSignal;
  /** Aborted if no one waits for the answer any more, such as when the server stops. */
  abandoned: AbortSignal;
  /** Tells the agent about progress, if it wants to know. */
  progress(percent: number, message: string): Promise<void>;
  /** The maximum length of an answer, in characters. */
  characters: number;
  /** The maximum time that a call waits for a run, in ms. */
  waitMs: number;
};

export type Tool = {
  name: string;
  title: string;
  description: string;
  /** Whether the tool changes nothing. */
  readOnly: boolean;
  inputSchema: { [key: string]: unknown };
  /** Throws a `ZodError` for arguments that do not fit. */
  run(given: unknown, call: Call): Promise<object>;
};

type Definition<Input extends z.ZodType> = Omit<Tool, 'inputSchema' | 'run'> & {
  input: Input;
  run(input: z.output<Input>, call: Call): Promise<object>;
};

export function tool<Input extends z.ZodType>({ input, run, ...others }: Definition<Input>): Tool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  return { ...others, inputSchema, run: async (given, call) => run(input.parse(given), call) };
}

export const rules = () =>
  z.array(ruleSchema).min(1).max(listLimits.rules).meta({
    description: 'Rules, one duty each. name is a short heading, description is the duty as a sentence.',
  });

export const after = () =>
  filledText()
    .optional()
    .meta({ description: 'The nextCursor of the previous answer, to get the next page.' });

export const run = () =>
  filledText().max(100).meta({ description: 'The id of a run, as check and start_run return it.' });

/** The fields that name what to read. */
export const sourceFields = ({ fileWords }: Pick<AgentService, 'fileWords'>) => ({
  files: z.array(filledText()).max(listLimits.files).default([]).meta({ description: fileWords }),
  texts: z
    .array(strict({ name: filledText().max(500), text: z.string().min(1) }))
    .max(listLimits.files)
    .default([])
    .meta({ description: 'Texts to read in place of files, each with a name such as email.txt.' }),
});
