import { z } from 'zod';
import { type CallLog, type ModelClient, spentOn } from '../../llm/model-client.ts';
import type { Prices } from '../../llm/prices.ts';
import { CheckFailure } from '../../model/errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { Effort } from '../../model/usage.ts';
import type { PromptVersion } from '../../prompts/prompt-file.ts';
import { fieldParts } from '../../shape/fields/assigned-field.ts';
import type { UnnamedLeaf } from '../../shape/fill.ts';
import type { ChooseFields } from '../../shape/shape-by-model.ts';
import { visible } from './datamark.ts';
import { choiceEffort } from './effort.ts';

const answerSchema = z.object({
  fields: z.array(z.object({ field: z.string(), finding: z.string().nullable(), part: z.enum(fieldParts) })),
});

type Parts = { modelClient: ModelClient; prompt: PromptVersion; prices: Prices | undefined };

type ReckonChoice = (leaves: readonly UnnamedLeaf[], findings: readonly Finding[]) => Effort;

const longestName = 200;

/**
 * Asks a model which finding belongs in which field. The model sees rules, file names and names of values, but no text
 * of a document, which could otherwise influence the choice.
 */
export function fieldChooser({ modelClient, prompt, prices }: Parts): ChooseFields {
  return async (leaves, findings, config) => {
    const exchange: CallLog = { calls: [], requests: 0 };
    const ids = new Map(findings.map((finding, at) => [idOf(at), finding]));
    const pointers = new Set(leaves.map(({ pointer }) => pointer));
    try {
      const answer = await modelClient.ask(
        {
          purpose: 'shape',
          messages: await prompt.template.formatMessages(wordsOf(leaves, findings)),
          schema: { name: 'output_shape', json: prompt.output },
          read: (json) => {
            const read = answerSchema.safeParse(json);
            return read.success ? { value: read.data } : { problem: 'was not of the form asked for' };
          },
        },
        exchange,
        config,
      );
      const choices = answer.fields.flatMap(({ field, finding, part }) => {
        const found = finding === null ? undefined : ids.get(finding.trim());
        return found && pointers.has(field) ? [{ pointer: field, finding: found, part }] : [];
      });
      return { choices, record: spentOn(exchange, prices) };
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      const checker = { method: 'model' as const, model: modelClient.model, ...spentOn(exchange, prices) };
      throw new CheckFailure(error.code, error.message, { cause: error, checker });
    }
  };
}

/** Estimates the cost of the request. */
export function choiceReckoner({ prompt, prices }: Pick<Parts, 'prompt' | 'prices'>): ReckonChoice {
  return (leaves, findings) => {
    const messages = wordsOf(leaves, findings);
    return choiceEffort(Object.values(messages), leaves.length, prompt, prices);
  };
}

function wordsOf(leaves: readonly UnnamedLeaf[], findings: readonly Finding[]) {
  return {
    fields: leaves.map(fieldWords).join('\n'),
    findings: findings.map((finding, at) => findingWords(idOf(at), finding)).join('\n'),
  };
}

function idOf(at: number): string {
  return `F${at + 1}`;
}

function fieldWords({ pointer, names, leaf }: UnnamedLeaf): string {
  const types = leaf.options
    ? `one of ${JSON.stringify(leaf.options)}`
    : leaf.types.join(' or ') || 'any type';
  const others = names.slice(1).map((name) => `, called ${name}`);
  return `${pointer} (${types}${others.join('')})`;
}

function findingWords(id: string, { rule, subject, values }: Finding): string {
  const of = subject.kind === 'file' ? ` For the file ${short(subject.name)}.` : '';
  const named = values.map(({ name, unit }) => short(unit ? `${name} in ${unit}` : name));
  const has = named.length > 0 ? ` Values: ${named.join(', ')}.` : '';
  return `${id}: ${short(rule.name)}: ${rule.description}${of}${has}`;
}

function short(text: string): string {
  return visible(text).slice(0, longestName);
}
