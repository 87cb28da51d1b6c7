import { visible } from '../check/model/datamark.ts';
import { isInstructionLike } from '../check/model/instruction-like.ts';
import type { Job } from '../job.ts';
import { CheckFailure } from '../model/errors.ts';
import type { Finding } from '../model/finding.ts';
import type { Ports } from '../ports.ts';
import { withSignal } from '../runtime/step.ts';
import { decides, type ProposedChange, type Quoted } from './propose.ts';
import { faultOf } from './sentence-fault.ts';
import { wordEdits } from './word-edits.ts';

/** A model that proposes changes of single sentences. Only what code finds faithful is proposed. */
export type SentenceProposer = {
  /** The useful number of concurrent questions. */
  concurrency: number;
  /** The change of a sentence that decides a finding; or the reason why none is proposed. */
  propose(finding: Finding, isHere: (quoted: Quoted) => boolean): Promise<ProposedChange | string>;
};

/**
 * The model of a run's checker as a proposer with a budget of its own, as large as that of a check; null if no model
 * checks.
 */
export function openProposer(
  job: Pick<Job, 'runId' | 'earlier' | 'promptVersions'>,
  { checker, answers, allowance }: Pick<Ports, 'checker' | 'answers' | 'allowance'>,
  signal: AbortSignal,
): SentenceProposer | null {
  const { wordSentence, budget, concurrency } = checker.forRun?.(job, answers) ?? checker;
  if (wordSentence === undefined) return null;
  if (allowance) budget?.limitBy(allowance);
  return {
    concurrency,
    async propose(finding, isHere) {
      const quotes = finding.citations.filter((one) => decides(one) && isHere(one));
      const citation = quotes.find(({ stance }) => stance === 'contradicts') ?? quotes[0];
      if (citation === undefined) return 'no words of the document decide the rule';
      const { quote } = citation;
      if (citation.end - citation.start !== quote.length) return 'the cited words are not in one piece';
      if (isInstructionLike(quote))
        return 'the cited words read like an instruction to a model, so they were not sent';
      const label = clauseNumber.exec(quote)?.[0].length ?? 0;
      const sentence = quote.slice(label);
      const rule = ruleWords(finding);
      try {
        const proposed = await wordSentence(sentence, rule.shown, withSignal({}, signal));
        const fault = faultOf(proposed, sentence, rule.words);
        if (fault !== null) return fault;
        const edits = wordEdits(sentence, visible(proposed)).map(({ start, end, becomes }) => ({
          ...{ start: start + label, end: end + label, becomes },
        }));
        return edits.length === 0 ? unchanged : { finding, citation, edits, note };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof CheckFailure)) throw error;
        return `no sentence was proposed: ${error.reason}`;
      }
    },
  };
}

const unchanged = 'the proposed sentence is the one that the document has';
const note = 'a model proposed this sentence, so read it first';
/** The number of a clause, which Word can compute, and which a model may leave out. */
const clauseNumber = /^\s*(?:\(?(?:\p{L}|\d+(?:\.\d+)*)[.)]|\d+(?:\.\d+)+)\s+/u;

/** What the rule asks of the document, as the model sees it, and the words of it that the document may get. */
function ruleWords({ rule, position }: Finding): { shown: string; words: string } {
  const words = [rule.preferred ?? rule.description, ...(rule.wording ? [rule.wording] : [])].join('\n');
  const never =
    position?.met && position.kind === 'never' ? `\nThe document must not say: ${position.text}` : '';
  return { shown: words + never, words };
}
