import { locatorAt } from '../../cite/locator-at.ts';
import { QuoteLocator } from '../../cite/quote-locator.ts';
import { quoteText } from '../../cite/quote-text.ts';
import { type Verified, verifyAnswer } from '../../label/verify.ts';
import { type CallLog, type ModelClient, spentOn } from '../../llm/model-client.ts';
import type { Prices } from '../../llm/prices.ts';
import type { Answer, ClaimedQuote } from '../../model/answer.ts';
import { CheckFailure } from '../../model/errors.ts';
import type { CheckerRecord } from '../../model/finding.ts';
import type { Passage } from '../../model/passage.ts';
import { kindOf, type Rule } from '../../model/rule.ts';
import { placeWords } from '../../model/wording/place-words.ts';
import type { PromptVersion } from '../../prompts/prompt-file.ts';
import { type Risk, risksOf } from '../../risks/risks.ts';
import type { StepConfig } from '../../runtime/step.ts';
import type { CheckedAnswer, Checker, Question } from '../checker.ts';
import { numberingOf, pointingAnswerSchema, ruleAnswerSchema } from './answer-form.ts';
import { overlooked } from './overlooked.ts';
import type { ShownDocuments } from './shown-documents.ts';
import type { SubjectText } from './subject-text.ts';
import { lower, supportCheck } from './support-check.ts';
import { toAnswer, toPointedAnswer } from './to-answer.ts';

export type RuleCheckDependencies = {
  question: Question;
  subject: SubjectText;
  modelClient: ModelClient;
  /** The checker that needs no model. Its answers show whether the model has overlooked a passage. */
  words: Checker;
  prompts: { rule: PromptVersion; support: PromptVersion };
  secret: string;
  prices: Prices | undefined;
  config: StepConfig;
};

/** How many places are shown that a support check may mean and does not name. */
const mostMeant = 2;
/** How many retrieved passages the checker without a model examines. */
const mostByWords = 40;

/**
 * Checks one rule against one subject. If the documents fit into one call, the model reads them whole. Otherwise it
 * reads the retrieved passages; if these contain no answer, it reads the documents part by part until a part contains
 * an answer or all parts are read. NOT FOUND therefore covers the whole text.
 */
export async function ruleCheck(parts: RuleCheckDependencies): Promise<CheckedAnswer> {
  const { subject, question, modelClient, prompts, prices } = parts;
  const exchange: CallLog = { calls: [], requests: 0 };
  const locator = new QuoteLocator(question.passages, question.searched);
  const shown: string[] = [];
  const quotes = { claimed: 0, corrected: 0, dropped: 0 };
  const record = (): CheckerRecord => {
    const { id, version, hash } = prompts.rule;
    return {
      method: 'model',
      model: modelClient.model,
      prompt: { id, version, hash },
      ...spentOn(exchange, prices),
      passages: runsOf(shown),
      quotes: { ...quotes },
      exchange: exchange.calls,
    };
  };

  async function read(documents: ShownDocuments): Promise<Reading> {
    shown.push(...documents.ids.keys());
    const reading = await readOnce(documents, parts, locator, exchange);
    quotes.claimed += reading.answer.quotes.length + reading.answer.basis.length;
    quotes.corrected += reading.located.corrected;
    quotes.dropped += reading.located.dropped;
    return reading;
  }

  try {
    let reading = await read(subject.whole ?? subject.retrieved(question.evidence));
    if (!subject.whole) {
      for (const part of subject.parts) {
        if (isFound(reading)) break;
        const { basis } = reading.answer;
        const next = await read(subject.part(part, question.evidence));
        reading = {
          ...next,
          answer: { ...next.answer, basis: next.answer.basis.length > 0 ? next.answer.basis : basis },
        };
      }
    }
    return { ...(await settle(reading, parts)), checker: record(), locator };
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    throw new CheckFailure(error.code, error.message, { cause: error, checker: record() });
  }
}

/** Whether an answer to a question says something: it is neither the question again nor another one. */
function answers({ statement }: Answer, { description }: Rule): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return !/\?\s*$/.test(statement) && letters(statement) !== letters(description);
}

type Reading = {
  answer: Answer;
  /** The located quotes before the support check. */
  located: Verified;
  /** The located quotes that still count after the support check. */
  verified: Verified;
};

/**
 * Asks the model about some documents and, if it returns quotes that are in the files, whether the quotes support the
 * answer.
 */
async function readOnce(
  documents: ShownDocuments,
  parts: RuleCheckDependencies,
  locator: QuoteLocator,
  exchange: CallLog,
): Promise<Reading> {
  const { question, modelClient, prompts, secret, config } = parts;
  const { rule, passages } = question;
  const { mark, text } = documents;
  const verify = (answer: Answer) => verifyAnswer(answer, locator);
  const isPointing = numberingOf(prompts.rule) !== 'none';
  const withheld = new Set(parts.subject.withheld.map(({ id }) => id));
  const first = await modelClient.ask(
    {
      purpose: 'check',
      messages: await prompts.rule.template.formatMessages({
        mark,
        documents: text,
        rule_name: rule.name,
        rule_description: rule.description,
        rule_kind: kindOf(rule),
      }),
      schema: { name: 'rule_check', json: prompts.rule.output },
      read: (json) => {
        const given = (isPointing ? pointingAnswerSchema : ruleAnswerSchema).safeParse(json);
        if (!given.success) return { problem: `was not of the form asked for (${firstIssue(given.error)})` };
        const kind = kindOf(rule);
        const said =
          'sentences' in given.data
            ? toPointedAnswer(given.data, documents, kind)
            : toAnswer(given.data, documents, locator, kind);
        const isOpen = kind === 'question' && !answers(said, rule);
        const open = { outcome: 'undetermined', support: lower(said.support, 'partial') } as const;
        const answer = isOpen ? { ...said, ...open } : said;
        const verified = verify(answer);
        const problem = problemOf(answer, verified, isPointing);
        return problem ?? { value: { answer, located: verified, verified } };
      },
    },
    exchange,
    config,
  );
  if (!isFound(first)) return first;
  const again = { modelClient, prompt: prompts.support, secret };
  const { citations, claim } = first.verified;
  const quoted = { citations, statement: claim.statement };
  const risks = risksOf(quoted, passages, question.searched).filter(({ passage }) => !withheld.has(passage));
  const shown = { passages: [...passages.values()], risks };
  const second = await supportCheck(rule, first.verified, shown, again, exchange, config);
  const answer = limited(first.answer, {
    support: lower(first.answer.support, second.support),
    // A check that refutes the answer may mean a place that it does not name; a definition limits nothing.
    limiting: risks.filter(
      (risk, at) =>
        isGrave(risk) ||
        second.matters.includes(risk) ||
        (second.support === 'contradicts' && risk.kind !== 'defines' && at < mostMeant),
    ),
  });
  return { answer, located: first.located, verified: verify(answer) };
}

/** A sentence about the clause, or words that call the quote a draft or put it in quotation marks, need no judgment. */
function isGrave({ kind }: Risk): boolean {
  return kind === 'ends' || kind === 'unreal' || kind === 'reported' || kind === 'names';
}

/** The answer with the places that limit its quotes: they are cited too, and the quotes support it only partly. */
function limited(
  answer: Answer,
  { support, limiting }: { support: Answer['support']; limiting: readonly Risk[] },
): Answer {
  if (limiting.length === 0 || support === 'unrelated') return { ...answer, support };
  const places = limiting.map(({ passage, start, end, source }): ClaimedQuote => {
    const at = { start, end };
    return { passage, quote: quoteText(source.content, at), stance: 'qualifies', at };
  });
  const [first] = places;
  const isQuoted = ({ passage, at }: ClaimedQuote) =>
    answer.quotes.some((quote) => quote.passage === passage && quote.at?.start === at?.start);
  return {
    ...answer,
    support: lower(support, 'partial'),
    quotes: [...answer.quotes, ...places.filter((place) => !isQuoted(place))],
    toSettle: [
      ...(first ? [`Read the passage that may limit the quote: “${excerpt(first.quote)}”.`] : []),
      ...answer.toSettle,
    ],
  };
}

const longestExcerpt = 160;

function excerpt(text: string): string {
  return text.length <= longestExcerpt ? text : `${text.slice(0, longestExcerpt).trimEnd()} …`;
}

/**
 * What the model must correct in an answer; null if the answer is acceptable. An outcome needs quotes, and the quoted
 * words must be in an input document.
 */
function problemOf(
  { quotes, outcome }: Answer,
  { citations }: Verified,
  isPointing: boolean,
): { problem: string; advice: string } | null {
  if (citations.length > 0) return null;
  const [one, how] = isPointing
    ? ['sentence', 'Give the numbers of the sentences that say so']
    : ['quote', 'Copy each quote letter by letter from one passage'];
  if (quotes.length > 0) {
    return {
      problem: `contained no ${one} that is in an input document`,
      advice: `${how}, or give no ${one}s and the outcome "undetermined".`,
    };
  }
  if (outcome === 'undetermined') return null;
  return {
    problem: `had the outcome "${outcome}" without a ${one} of an input document`,
    advice: `${isPointing ? how : 'Quote the words'}, or give the outcome "undetermined".`,
  };
}

function isFound({ verified }: Reading): boolean {
  return verified.citations.length > 0;
}

/**
 * Completes an answer. If passages were withheld from the model, an answer cannot be CONFIRMED. If the model found
 * nothing, or only unrelated quotes, the checker without a model searches the documents too.
 */
async function settle(
  { answer }: Reading,
  { question, subject, words, config }: RuleCheckDependencies,
): Promise<Pick<CheckedAnswer, 'answer' | 'unread'>> {
  const unread = subject.withheld.map(withheldPart);
  const { evidence } = question;
  if (answer.quotes.length > 0 && answer.support !== 'unrelated') {
    const reasons =
      unread.length > 0 ? [...answer.reasons, 'instruction_like_text' as const] : answer.reasons;
    const quotes = answer.support === 'contradicts' ? withOverlooked(answer.quotes, question) : answer.quotes;
    return { answer: { ...answer, quotes, reasons } };
  }
  const byWords = await words.check(
    { ...question, evidence: { ...evidence, inputs: evidence.inputs.slice(0, mostByWords) } },
    config,
  );
  const bears = byWords.answer.quotes.length > 0;
  if (bears && unread.length > 0) {
    throw new CheckFailure(
      'instruction_like_text',
      `Not assessed: the model found nothing, but the words of the rule are in the documents, and these contain text that reads like an instruction to the checker (${unread.map(({ name }) => name).join('; ')}). Read it and check the rule by hand.`,
    );
  }
  if (answer.quotes.length > 0 && bears) {
    const quotes = withOverlooked(answer.quotes, question);
    return { answer: leftOpen(answer, quotes, disputedStatement, [...answer.toSettle, disputed]) };
  }
  const quotes = answer.quotes.length === 0 ? withOverlooked([], question) : [];
  if (quotes.length > 0) return { answer: leftOpen(answer, quotes, overlookedStatement, [readOverlooked]) };
  return { answer: { ...answer, statement: nothingFound, nearest: byWords.answer.nearest }, unread };
}

/** The answer as an open one, with these quotes, what a statement says about them, and what a person can do. */
function leftOpen(answer: Answer, quotes: ClaimedQuote[], statement: string, toSettle: string[]): Answer {
  const open = { composed: true, support: 'partial', outcome: 'undetermined' } as const;
  return { ...answer, ...open, quotes, statement, toSettle };
}

/** The quotes of an answer and, if none is in it, the sentence with most words of the rule: the model may have missed it. */
function withOverlooked(quotes: readonly ClaimedQuote[], { rule, evidence }: Question): ClaimedQuote[] {
  const missed = overlooked(rule, evidence);
  const has = ({ passage, at }: ClaimedQuote): boolean =>
    missed?.at !== undefined &&
    passage === missed.passage &&
    (at === undefined || (at.start < missed.at.end && missed.at.start < at.end));
  return missed === null || quotes.some(has) ? [...quotes] : [...quotes, missed];
}

/** Replaces the statement of a model that says that nothing bears on the rule. */
const overlookedStatement =
  'The model found nothing that bears on this rule, but a sentence has the words of the rule.';
const readOverlooked = 'Read the quoted sentence and decide whether it bears on the rule.';

/** Replaces the model's own statement, which has no quote to support it. */
const nothingFound = 'The model read the documents and found no words that bear on this rule.';

const disputedStatement = 'The words that the model quoted do not bear on its answer; read them to decide.';
const disputed = 'Read the quotes: the support check found that they do not bear on the answer.';

function withheldPart({ source, ...span }: Passage): { name: string; reason: string } {
  return {
    name: `${source.name}, ${placeWords(locatorAt(source.content, span))}`,
    reason: 'instruction_like_text',
  };
}

function firstIssue({ issues }: { issues: { path: PropertyKey[]; message: string }[] }): string {
  const [first] = issues;
  return first ? `${first.path.join('.') || 'the whole'}: ${first.message}` : 'unknown';
}

/** Writes consecutive passage ids as a range: `P001, P002, P003` becomes `P001-P003`. */
function runsOf(ids: readonly string[]): string[] {
  const numbers = [...new Set(ids.map((id) => Number(id.slice(1))))].sort((one, other) => one - other);
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  const named = (number: number) => `P${String(number).padStart(3, '0')}`;
  return runs.map(([from, to]) => (from === to ? named(from) : `${named(from)}-${named(to)}`));
}
