import type { Finding } from '../model/finding.ts';
import type { Json } from '../model/result.ts';
import type { Rule } from '../model/rule.ts';
import { fill } from './fill.ts';
import { Meter, OutputLimit } from './meter.ts';
import { fromSchema, isJsonSchema } from './schema/from-schema.ts';
import { fromExample } from './template.ts';

/** The size that a preview may have, in bytes: more than a person reads. */
const mostBytes = 1_000_000;

export type OutputPreview =
  /** `gaps` are the reasons for nulls that no document can fill, by JSON pointer. */
  { output: Json; gaps: Record<string, string> } | { problem: string };

/**
 * Shows the keys and the kinds of values that an output in this format has for these rules. The values are placeholders
 * for what documents say. The format is not validated against JSON Schema, and nothing of it is compiled, so a page of
 * a browser can call this function.
 */
export function previewOutput(
  outputFormat: { [key: string]: Json },
  rules: readonly Pick<Rule, 'name' | 'description'>[],
): OutputPreview {
  const meter = new Meter(mostBytes);
  try {
    const template = isJsonSchema(outputFormat) ? fromSchema(outputFormat, meter) : fromExample(outputFormat);
    const { output, gaps } = fill(
      template,
      rules.map((rule, index) => placeholder(rule, index, index > 0 && index === rules.length - 1)),
      meter,
    );
    return { output, gaps };
  } catch (error) {
    if (error instanceof OutputLimit) return { problem: error.message };
    throw error;
  }
}

/** The last of several rules is violated, so that a list of violations shows what its items look like. */
function placeholder(
  { name, description }: Pick<Rule, 'name' | 'description'>,
  index: number,
  isViolated: boolean,
): Finding {
  const subject = { kind: 'project' } as const;
  return {
    id: `placeholder-${index}`,
    runId: 'preview',
    rule: { key: `rule-${index}`, index, name, description },
    subject,
    assessed: true,
    label: 'CONFIRMED',
    outcome: isViolated ? 'violated' : 'satisfied',
    statement: `(the answer to “${name}”)`,
    values: [{ name, value: 0, citations: [0] }],
    reasons: [],
    toSettle: [],
    citations: [
      {
        source: {
          role: 'input',
          fileIndex: 0,
          name: '(name of the document)',
          sha256: '',
          mediaType: 'application/pdf',
        },
        locator: { kind: 'page', page: 1 },
        quote: '(words of the document)',
        start: 0,
        end: 1,
        stance: 'supports',
        method: 'text',
        match: 'exact',
        link: '(link to the page)',
      },
    ],
    basis: [],
    search: {
      complete: true,
      filesSearched: 1,
      filesTotal: 1,
      pagesSearched: 1,
      pagesTotal: 1,
      unread: [],
      queries: [],
      nearest: [],
    },
    checker: { method: 'lexical' },
    review: null,
  };
}
