import type { ShownCertificate } from '../../../engine/model/certificate.ts';
import type { Citation, Stance } from '../../../engine/model/citation.ts';
import {
  type Finding,
  type Label,
  type Outcome,
  outcomeSchema,
  type Reason,
} from '../../../engine/model/finding.ts';
import type { FileReport, Result } from '../../../engine/model/result.ts';
import type { CountedAs } from '../../../engine/model/source.ts';
import type { ReviewStatus } from '../../domain/runs/sign-off.ts';
import { currentAnswer } from './current-answer.ts';

/**
 * How a label or an outcome is shown: as an icon and a word, so that nothing is shown by colour alone. `before` is
 * Proviso's word, if a reviewer has changed it.
 */
export type Sign = { icon: string; word: string; before?: string };

export const labelSigns: Record<Label | 'notAssessed', Sign> = {
  CONFIRMED: { icon: '●', word: 'CONFIRMED' },
  ESTIMATED: { icon: '◐', word: 'ESTIMATED' },
  'NOT FOUND': { icon: '○', word: 'NOT FOUND' },
  notAssessed: { icon: '‒', word: 'not assessed' },
};

export const outcomeSigns: Record<Outcome, Sign> = {
  satisfied: { icon: '✓', word: 'satisfied' },
  violated: { icon: '✗', word: 'violated' },
  partly_satisfied: { icon: '≈', word: 'partly satisfied' },
  conflicting: { icon: '↔', word: 'conflicting' },
  not_applicable: { icon: '∅', word: 'not applicable' },
  undetermined: { icon: '?', word: 'undetermined' },
  answered: { icon: '❝', word: 'answered' },
};

/** How an outcome is coloured: `bad` and `care` need action. */
export type Tone = 'bad' | 'care' | 'good' | 'plain';

export const outcomeTones: Record<Outcome, Tone> = {
  violated: 'bad',
  conflicting: 'bad',
  partly_satisfied: 'care',
  undetermined: 'care',
  satisfied: 'good',
  not_applicable: 'plain',
  answered: 'plain',
};

/** The order in which the counts of the labels are shown. */
export const labelOrder = ['CONFIRMED', 'ESTIMATED', 'NOT FOUND', 'notAssessed'] as const;
export const outcomeOrder = outcomeSchema.options;

/** The severities of rules, most severe first. */
const severityOrder = ['critical', 'high', 'medium', 'low'] as const;

/** The place of a rule among others by its severity: 0 for the most severe, and the last for a rule without one. */
export function severityPlace({ severity }: Pick<Finding['rule'], 'severity'>): number {
  return severity === undefined ? severityOrder.length : severityOrder.indexOf(severity);
}

/** The number of different places that `severityPlace` returns. */
export const severityPlaces = severityOrder.length + 1;

export const reasonWords: Record<Reason, string> = {
  partial_support: 'it is not certain that the evidence covers the whole rule',
  inference: 'it follows from the evidence, but the evidence does not state it',
  arithmetic: 'it depends on a calculation',
  conflicting_evidence: 'passages of the documents contradict each other, or the answer',
  conflicting_authority: 'the knowledge files contradict each other',
  low_confidence_text: 'the text was hard to read from the image',
  approximate_match: 'the words match the source only approximately',
  transcript: 'the words come from an automatic transcript that no reviewer has checked',
  vision: 'the words come from an automatic description of a picture that no reviewer has checked',
  comment: 'the words are a comment on the document, not part of it',
  hidden_text: 'a reader of the document does not see the words',
  incomplete_sources: 'some of the documents could not be read',
  lexical_match: 'matched by its words, not by its meaning',
  instruction_like_text: 'the passage reads like an instruction to the checker',
  uncertified: 'no certificate shows how often this checker is right',
  open_position: 'another position of the rule is open',
};

/** Why a finding is not CONFIRMED; empty for a CONFIRMED finding, and if a person has decided it. */
export function whyNotConfirmed({ reasons, review }: Pick<Finding, 'reasons' | 'review'>): string {
  return review === null ? reasons.map((code) => reasonWords[code]).join('; ') : '';
}

/**
 * Returns a sentence for each checker that has CONFIRMED findings: how many CONFIRMED answers were right in its test, and
 * which version of Proviso was tested, or that the model, or the language of the quotes, was not measured. Empty for
 * findings by words without a certificate, as in results of earlier releases.
 */
export function certificateWords(findings: readonly Pick<Finding, 'label' | 'checker'>[]): string[] {
  const words = findings.flatMap(
    ({ label, checker: { certificate, unmeasuredLanguages, method, model } }) => {
      if (label !== 'CONFIRMED') return [];
      if (certificate) return [certificateSentence(certificate)];
      if (unmeasuredLanguages)
        return [
          `not measured in ${unmeasuredLanguages.map(languageName).join(' and ')} (proviso eval certify)`,
        ];
      return method === 'model' ? [`not measured with ${model ?? 'this model'} (proviso eval certify)`] : [];
    },
  );
  return [...new Set(words)];
}

function certificateSentence({ test, date, n, errors, lowerBound, version }: ShownCertificate): string {
  const least =
    lowerBound === null ? '' : `: at least ${(lowerBound * 100).toFixed(1)} % with 95 % confidence`;
  return `${amount(n - errors)} of ${amount(n)} CONFIRMED answers were right in the ${test}, ${date}${least}, measured with ${version}`;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

function languageName(code: string): string {
  return code === 'und' ? 'a language that was not recognised' : (languageNames.of(code) ?? code);
}

const stanceWords: Record<Stance, string> = {
  supports: 'supports',
  contradicts: 'contradicts',
  qualifies: 'qualifies',
  defines: 'defines the duty',
};

/**
 * What a quote says about the answer of its finding, as a remark beside the quote. A quote that supports the answer needs
 * no remark, and without an outcome there is nothing that a quote could limit.
 */
export function stanceRemark({ stance }: Citation, { outcome }: Pick<Finding, 'outcome'>): string[] {
  const isOpen = outcome === 'undetermined' && stance === 'qualifies';
  return stance === 'supports' || isOpen ? [] : [stanceWords[stance]];
}

export function signWords(sign: Sign): string {
  return `${sign.icon} ${wordsOf(sign)}`;
}

/** A sign without its icon: `violated` or, if a reviewer has changed it, `reviewed: violated (Proviso: satisfied)`. */
export function wordsOf({ word, before }: Sign): string {
  return before === undefined ? word : `reviewed: ${word} (Proviso: ${before})`;
}

export function labelSign(finding: Pick<Finding, 'label'>): Sign {
  return labelSigns[finding.label ?? 'notAssessed'];
}

/**
 * Whether the outcome is shown beside the label. The outcome "undetermined" is shown only beside ESTIMATED, because the
 * label NOT FOUND already implies it.
 */
export function saysOutcome({ outcome, label }: Pick<Finding, 'outcome' | 'label'>): boolean {
  return outcome !== 'undetermined' || label === 'ESTIMATED';
}

/**
 * The answer that counts. An outcome or a label that a reviewer has changed is named as the reviewer's, with Proviso's
 * beside it. `outcome` is null if the label already implies it.
 */
export function answerSigns(finding: Finding): { outcome: Sign | null; label: Sign } {
  const current = currentAnswer(finding);
  const outcome = outcomeSigns[current.outcome];
  const label = labelSigns[current.label ?? 'notAssessed'];
  const isChanged = current.outcome !== finding.outcome;
  return {
    outcome: isChanged
      ? changed(outcome, outcomeSigns[finding.outcome])
      : saysOutcome(current)
        ? outcome
        : null,
    label: current.label === finding.label ? label : changed(label, labelSign(finding)),
  };
}

function changed({ icon, word }: Sign, before: Sign): Sign {
  return { icon, word, before: before.word };
}

/** Notes on why a citation is weaker evidence than an exact quote from the text of a file; empty for most citations. */
export function cautionWords({ method, match, hidden, struck }: Citation): string[] {
  const read = {
    text: [],
    ocr: ['read from an image'],
    transcript: ['transcript'],
    vision: ['seen in a picture'],
  };
  const matched = { exact: [], normalized: [], approximate: ['approximate match'] };
  return [...(struck ? ['struck out'] : hidden ? ['hidden text'] : []), ...read[method], ...matched[match]];
}

const unitWords: Record<Exclude<CountedAs, 'file'>, readonly [one: string, many: string]> = {
  pages: ['page', 'pages'],
  sections: ['section', 'sections'],
  slides: ['slide', 'slides'],
  sheets: ['sheet', 'sheets'],
  messages: ['message', 'messages'],
  minutes: ['minute', 'minutes'],
};

/**
 * Returns the extent of files in words, such as `79 pages` or, for several kinds of files, `91 pages and sections`.
 * Returns an empty text if all of them are counted as whole files.
 */
export function extentWords(count: number, files: readonly FileReport[]): string {
  const units = [...new Set(files.flatMap((file) => (file.status === 'read' ? [file.countedAs] : [])))];
  const counted = units.flatMap((unit) => (unit === 'file' ? [] : [unitWords[unit][count === 1 ? 0 : 1]]));
  if (counted.length === 0) return '';
  return `${amount(count)} ${listWords([...counted, ...(units.includes('file') ? ['whole files'] : [])])}`;
}

function listWords(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Returns how much was searched for a finding, in words, so that a reader can verify NOT FOUND. */
export function searchWords({ search, subject }: Finding, result: Result): string {
  const { filesSearched, filesTotal, pagesSearched, pagesTotal } = search;
  const inputs = result.files.filter(
    ({ role, fileIndex }) =>
      role === 'input' && (subject.kind === 'project' || subject.fileIndex === fileIndex),
  );
  const extent = extentWords(pagesSearched, inputs);
  const files = plural(filesTotal, 'file', 'files');
  if (filesSearched === filesTotal && pagesSearched === pagesTotal) {
    if (filesTotal === 0) return 'There were no files to search';
    if (extent === '') return `Searched ${filesTotal > 1 ? 'all of ' : 'the whole of '}${files}`;
    return `Searched ${pagesSearched > 1 ? 'all ' : ''}${extent} of ${files}`;
  }
  if (extent === '') return `Searched ${amount(filesSearched)} of ${files}`;
  const ofPages = pagesSearched === pagesTotal ? '' : ` of ${amount(pagesTotal)}`;
  return `Searched ${extent}${ofPages} in ${amount(filesSearched)} of ${files}`;
}

/** Returns the extent of a file, such as `79 pages`, or why the file was not read. */
export function fileWords(file: FileReport): string {
  return file.status === 'failed' ? file.message : extentWords(file.pages, [file]) || 'read as a whole';
}

export function plural(count: number, one: string, many: string): string {
  return `${amount(count)} ${count === 1 ? one : many}`;
}

function amount(count: number): string {
  return count.toLocaleString('en-US');
}

/** An amount of money without its currency. Small amounts have three digits, so that a cost below a cent is not 0. */
export function money(amount: number): string {
  return amount.toLocaleString(
    'en',
    amount > 0 && amount < 0.1
      ? { maximumSignificantDigits: 3 }
      : { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  );
}

/**
 * What words alone decided and what they only searched for, and how to get more; null if a model checked a finding, or if
 * nothing is left to decide.
 */
export function wordsAloneNote(
  findings: readonly Pick<Finding, 'assessed' | 'label' | 'outcome' | 'checker'>[],
): string | null {
  const assessed = findings.filter((finding) => finding.assessed);
  const open = assessed.filter(({ outcome }) => outcome === 'undetermined');
  const toRead = open.filter(({ label }) => label === 'ESTIMATED').length;
  if (toRead === 0 || assessed.some(({ checker }) => checker.method === 'model')) return null;
  const decided = `${amount(assessed.length - open.length)} of ${plural(assessed.length, 'finding', 'findings')}`;
  const absent = open.length - toRead;
  const nothing = absent === 0 ? '' : `, found nothing for ${amount(absent)},`;
  return `No model checked this. Words alone decided ${decided}${nothing} and found passages to read for ${amount(toRead)}. A model decides more of them: whoever runs Proviso sets MODEL, OPENAI_API_KEY and, for a server other than OpenAI’s, OPENAI_BASE_URL (docs/models.md).`;
}

/** Who checks rules: the model, or nobody but the comparison of words. */
export function checkedBy(model: string | null): string {
  return model === null ? 'words alone' : `the model ${model}`;
}

/**
 * Returns the duration of the run in its two largest units, such as `1.9 s`, `3 min 20 s` or `2 days 5 h`. A clock that
 * was set back during the run makes the duration unknown.
 */
export function durationWords({ startedAt, endedAt }: Pick<Result, 'startedAt' | 'endedAt'>): string {
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  if (ms < 0) return 'an unknown time';
  if (ms < 50) return 'less than 0.1 s';
  // Each unit is rounded before it is compared, so that no part of a duration is 60 s, 60 min or 24 h.
  const seconds = Math.round(ms / 1_000);
  if (Math.round(ms / 100) < 600) return `${(ms / 1_000).toFixed(1)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const hours = Math.round(ms / 3_600_000);
  return `${plural(Math.floor(hours / 24), 'day', 'days')} ${hours % 24} h`;
}

/** Returns a line that says what was written to which file, for users who see nothing else of the result. */
export function writtenWords(out: string, { findings, counts }: Result): string {
  const labels = labelOrder
    .filter((label) => counts.labels[label] > 0)
    .map((label) => `${amount(counts.labels[label])} ${labelSigns[label].word}`);
  return `Wrote ${out}: ${plural(findings.length, 'finding', 'findings')}, ${listWords(labels)}`;
}

/** The outcomes that leave something open, the worst first. */
const openOutcomes = ['violated', 'conflicting', 'partly_satisfied', 'undetermined'] as const;

/** The answers that leave something open: `1 violation`, `7 undetermined`, each with its icon and colour. */
export function openAnswers({ outcomes }: Pick<ReviewStatus, 'outcomes'>): (Sign & { tone: Tone })[] {
  return openOutcomes.flatMap((outcome) => {
    const count = outcomes?.[outcome] ?? 0;
    const { icon, word } = outcomeSigns[outcome];
    const words =
      outcome === 'violated' ? plural(count, 'violation', 'violations') : `${amount(count)} ${word}`;
    return count === 0 ? [] : [{ icon, word: words, tone: outcomeTones[outcome] }];
  });
}

/** All that is open in a run, such as `2 violations, 1 undetermined, 5 not reviewed`; `nothing` if nothing is. */
export function openWords({ notReviewed, outcomes }: Pick<ReviewStatus, 'notReviewed' | 'outcomes'>): string {
  const parts = openAnswers({ outcomes }).map(({ word }) => word);
  if (notReviewed > 0) parts.push(`${amount(notReviewed)} not reviewed`);
  return parts.join(', ') || (outcomes === null ? 'unknown' : 'nothing');
}

/**
 * Where a review was made, if in an earlier run than the finding: ` in the run of 1 May, kept because the evidence is
 * unchanged`. Empty if it was made since the run of the finding was started.
 */
export function keptWords(
  { runId, review }: Pick<Finding, 'runId' | 'review'>,
  runs: readonly { _id: string; createdAt: string }[],
  timeWords: (time: string) => string,
): string {
  const own = runs.find(({ _id }) => _id === runId);
  if (own === undefined || review === null || review.at >= own.createdAt) return '';
  const earlier = runs.map(({ createdAt }) => createdAt).filter((time) => time <= review.at);
  const last = earlier.sort().at(-1);
  const where = last === undefined ? 'an earlier run' : `the run of ${timeWords(last)}`;
  return ` in ${where}, kept because the evidence is unchanged`;
}

/** Who has signed a run, and whether the sign-off waits for a second person (`second` is null). */
export function signOffWords({
  by,
  second,
}: {
  by: string;
  second?: { by: string } | null | undefined;
}): string {
  if (second === null) return `signed by ${by}, waits for a second person`;
  return `signed off by ${second === undefined ? by : `${by} and ${second.by}`}`;
}
