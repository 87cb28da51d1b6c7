import { createHash } from 'node:crypto';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { parse } from 'yaml';
import { z } from 'zod';
import { ProvisoError } from '../model/errors.ts';

const frontMatterSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  version: z.coerce.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  /** The purpose of the prompt. */
  reason: z.string().min(1),
  variables: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).min(1),
  /** JSON Schema of the answer. */
  output: z.record(z.string(), z.unknown()),
  changes: z
    .array(z.strictObject({ version: z.coerce.string(), date: z.coerce.string(), why: z.string().min(1) }))
    .min(1),
});

/**
 * One version of a prompt. `hash` is a hash of the whole file, 16 hex digits: two files with the same hash have the
 * same content.
 */
export type PromptVersion = z.output<typeof frontMatterSchema> & {
  hash: string;
  /** Length of the prompt's texts, in characters. */
  size: number;
  template: ChatPromptTemplate;
};

/**
 * Parses a prompt file: front matter between `---` lines, then `## system` and `## user` with the text of each message,
 * in which `{name}` is a variable and `{{` a brace. Throws an error with the code `bad_prompt`, whose message names the
 * file and what is wrong.
 */
export function parsePrompt(text: string, file: string): PromptVersion {
  const content = text.replace(/\r\n?/g, '\n');
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(content);
  if (!parts) throw badPrompt(file, 'it does not begin with front matter between two lines of ---');
  const front = frontMatterSchema.safeParse(yamlIn(parts[1] ?? '', file));
  if (!front.success) throw badPrompt(file, z.prettifyError(front.error));
  const messages = [
    ...(parts[2] ?? '').matchAll(/^## (system|user)\n([\s\S]*?)(?=^## (?:system|user)\n|(?![\s\S]))/gm),
  ];
  if (messages.length === 0)
    throw badPrompt(file, 'it has no message: write ## system or ## user above the text of each message');
  const template = ChatPromptTemplate.fromMessages(
    messages.map(([, role, body]): [string, string] => [
      role === 'system' ? 'system' : 'human',
      (body ?? '').trim(),
    ]),
  );
  const used = new Set(template.inputVariables);
  const { variables } = front.data;
  const unnamed = [...used].filter((name) => !variables.includes(name));
  const unused = variables.filter((name) => !used.has(name));
  if (unnamed.length > 0)
    throw badPrompt(file, `its text uses ${unnamed.join(', ')}, which "variables" does not list`);
  if (unused.length > 0)
    throw badPrompt(file, `"variables" lists ${unused.join(', ')}, which its text does not use`);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { ...front.data, hash, size: (parts[2] ?? '').length, template };
}

function yamlIn(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw badPrompt(file, error instanceof Error ? error.message : String(error));
  }
}

export function badPrompt(file: string, problem: string, cause?: unknown): ProvisoError<'bad_prompt'> {
  return new ProvisoError('bad_prompt', `The prompt ${file} cannot be used: ${problem}`, { cause });
}
