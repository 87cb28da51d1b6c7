import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { z } from 'zod';

const resultSchema = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
});

const quote = z.object({ quote: z.string(), place: z.string(), page: z.string() });

/** The fields of answers that tests read. */
const answerSchema = z.looseObject({
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  run: z.string().optional(),
  state: z.string().optional(),
  total: z.number().optional(),
  findings: z
    .array(
      z.looseObject({
        id: z.string(),
        label: z.string().nullable(),
        outcome: z.string(),
        quotes: z.array(quote),
        rule: z.looseObject({ number: z.number() }),
      }),
    )
    .optional(),
  nextCursor: z.string().nullable().optional(),
});

/** An answer of a tool, and the length of its text. */
export type ToolAnswer = z.infer<typeof answerSchema> & { isError: boolean; characters: number };

/** A connected agent. */
export type TestAgent = {
  client: Client;
  call(tool: string, given?: Record<string, unknown>, options?: RequestOptions): Promise<ToolAnswer>;
  /** The parsed text of a resource. */
  read(uri: string): Promise<unknown>;
};

export async function agentOver(transport: Transport): Promise<TestAgent> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return {
    client,
    async call(name, given = {}, options = undefined) {
      const answer = await client.callTool({ name, arguments: given }, undefined, options);
      const { isError = false, content } = resultSchema.parse(answer);
      const [{ text }] = content;
      return { ...answerSchema.parse(JSON.parse(text)), isError, characters: text.length };
    },
    async read(uri) {
      const { contents } = await client.readResource({ uri });
      const [{ text } = { text: '' }] = z.array(z.object({ text: z.string() })).parse(contents);
      return JSON.parse(text);
    },
  };
}
