import type { Verified } from '../../label/verify.ts';
import type { CallLog, ModelClient } from '../../llm/model-client.ts';
import type { Answer, Support } from '../../model/answer.ts';
import type { Citation } from '../../model/citation.ts';
import type { Passage } from '../../model/passage.ts';
import type { Rule } from '../../model/rule.ts';
import type { PromptVersion } from '../../prompts/prompt-file.ts';
import type { Risk } from '../../risks/risks.ts';
import type { StepConfig } from '../../runtime/step.ts';
import { supportAnswerSchema } from './answer-form.ts';
import { datamark, visible } from './datamark.ts';
import { isSuspicious, shownSentences } from './shown-documents.ts';

type SupportCheckDependencies = { modelClient: ModelClient; prompt: PromptVersion; secret: string };

const outcomeWords: Record<Answer['outcome'], string> = {
  satisfied: 'So what the rule asks is met.',
  violated: 'So the rule is broken.',
  partly_satisfied: 'So part of what the rule asks is met.',
  conflicting: 'So the documents say opposite things about the rule.',
  not_applicable: "So the rule's condition is not met.",
  answered: 'So the question is answered.',
  undetermined: 'So it stays open whether the rule is met.',
};

/** The degrees of support, strongest first. A support check can only lower the degree of an answer. */
const order: Support[] = ['entails', 'partial', 'contradicts', 'unrelated'];

export function lower(one: Support, other: Support): Support {
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}

/** What the model says about the quotes of an answer, and which of the shown places limit them. */
export type SupportVerdict = { support: Support; matters: Risk[] };

/**
 * Asks the model whether the located quotes support the statement and the outcome of an answer, and which of the places
 * that may limit them do. The model sees only the quotes as they are in the source, the passage around each quote, these
 * places and the statement; text that reads like an instruction is left out.
 */
export async function supportCheck(
  rule: Rule,
  { claim, citations }: Verified,
  { passages, risks }: { passages: readonly Passage[]; risks: readonly Risk[] },
  { modelClient, prompt, secret }: SupportCheckDependencies,
  exchange: CallLog,
  config: StepConfig,
): Promise<SupportVerdict> {
  const statement = `${claim.statement} ${outcomeWords[claim.outcome]} (The rule: ${rule.name}: ${rule.description})`;
  const shown = citations.map((citation) => ({
    quote: citation.quote,
    around: wordsAround(citation, passages),
  }));
  const mark = datamark(
    secret,
    citations.map(({ source }) => source.sha256),
    [
      statement,
      ...shown.flatMap(({ quote, around }) => [quote, ...around]),
      ...risks.map(({ text }) => text),
    ],
  );
  const places = risks.map(({ text }, at) => `Place ${at + 1}:\n~${mark}~ ${visible(text)}`).join('\n');
  const evidence = shown
    .map(({ quote, around }, index) =>
      [
        `Quote ${index + 1}:`,
        `~${mark}~ ${quote}`,
        ...(around.length > 0
          ? ['It stands among these words:', ...around.map((line) => `~${mark}~ ${line}`)]
          : []),
      ].join('\n'),
    )
    .join('\n\n');
  const { verdict, matters } = await modelClient.ask(
    {
      purpose: 'support',
      messages: await prompt.template.formatMessages({
        ...{ mark, evidence, statement },
        places: places === '' ? 'There are none.' : places,
      }),
      schema: { name: 'support_check', json: prompt.output },
      read: (json) => {
        const read = supportAnswerSchema.safeParse(json);
        return read.success ? { value: read.data } : { problem: 'lacked "reason" or a known "verdict"' };
      },
    },
    exchange,
    config,
  );
  const numbers = new Set(matters);
  return { support: verdict, matters: risks.filter((_, at) => numbers.has(at + 1)) };
}

function wordsAround({ source, start }: Citation, passages: readonly Passage[]): string[] {
  const home = passages.find(
    (passage) =>
      passage.source.sha256 === source.sha256 &&
      passage.source.role === source.role &&
      passage.start <= start &&
      start < passage.end,
  );
  return home && !isSuspicious(home) ? shownSentences(home) : [];
}
