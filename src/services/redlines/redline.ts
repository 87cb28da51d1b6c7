import { writeFile } from 'node:fs/promises';
import {
  type Citation,
  changedQuote,
  type Finding,
  type Mark,
  namedPlaces,
  namesUnknownTo,
  nearestPlaces,
  type ProposedChange,
  proposeChanges,
  type Quoted,
  type Redlined,
  type Result,
  redlineText,
  type SentenceProposer,
} from '../../../engine/index.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import { mapInOrder } from '../../../engine/runtime/map-in-order.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { comparedOf, gotWorse } from '../../domain/runs/run-diff.ts';
import { isQuotedIn } from '../evidence/quoted.ts';
import { breaksRule, currentAnswer, lacksClause } from '../report/current-answer.ts';
import type { TextsOf } from '../report/places/contexts.ts';
import { outcomeSigns } from '../report/words.ts';

/** A finding that is violated, partly satisfied or not found, and what a redline does about it. */
export type RedlinedFinding = {
  finding: Finding;
  /** The cited sentences with their changes, or the paragraph after which a clause is inserted. Empty if no change can be computed. */
  changes: (Pick<ProposedChange, 'citation' | 'inserted' | 'note'> & { becomes: string })[];
  /** Why the changes are not offered; null if they are. */
  withheld: string | null;
  /** The finding about the document with the changes; null if they could not be made. */
  after: Finding | null;
};

/** A redlined finding as people and programs get it. */
export type ShownRedline = ReturnType<typeof shownOf>;

export function shownOf({ finding, changes, withheld, after }: RedlinedFinding) {
  const answer = (one: Finding) => {
    const { outcome, label } = currentAnswer(one);
    return { outcome, label };
  };
  return {
    findingId: finding.id,
    rule: { key: finding.rule.key, name: finding.rule.name },
    changes: changes.map(({ citation: { source, locator, quote }, ...change }) => ({
      ...{ file: source.name, locator, quote, ...change },
    })),
    offered: withheld === null,
    withheld,
    before: answer(finding),
    after: after === null ? null : answer(after),
  };
}

type Redlining = {
  /** Writes marks into a copy of the document. */
  write(marks: readonly Mark[]): Promise<Redlined>;
  /** The result of the document: all rules, one file. */
  result: Pick<Result, 'findings'>;
  /** The index of the document among the input files, its name and its hash. */
  fileIndex: number;
  file: { name: string; sha256: string };
  /** Whether a change is wanted for a finding. */
  wants(finding: Finding): boolean;
  /** The clause, or words of the paragraph, after which a person wants the wording of a rule that is not found. */
  after?(finding: Finding): string | undefined;
  /** The texts that were read from a file with this hash. */
  textsOf: TextsOf;
  /** Checks a changed copy of the document with the same rules. */
  check(copy: string): Promise<Pick<Result, 'findings'>>;
  /** The path to which changed copies are written. */
  copy: string;
  /** Proposes sentences where no number decides. Null: that is asked for, and no model checks. */
  proposer?: SentenceProposer | null;
};

/**
 * Redlines a document. For each finding that another number, the wording of its rule or a proposed sentence can mend, the
 * change is made in a copy, and the copy is checked with the same rules. A change is offered only if its finding is then
 * satisfied and no other finding needs more attention than before. Returns the document, with the offered changes as
 * tracked changes and the others as comments that give the reason, and every finding that needed a change. Throws a
 * `ReadFailure`, and `validation_failed` if no model can propose sentences.
 */
export async function redline(
  given: Redlining,
): Promise<{ document: Uint8Array; findings: RedlinedFinding[] }> {
  const { result, fileIndex, wants, write, proposer } = given;
  if (proposer === null) refuseInvalid([{ path: 'propose', message: 'needs a language model: set MODEL' }]);
  const isHere = ({ source }: Quoted) => source.role === 'input' && source.fileIndex === fileIndex;
  const asked = result.findings.filter((one) => breaksRule(one) || lacksClause(one)).filter(wants);
  const insertionOf = asked.some(lacksClause) ? await insertions(given, isHere) : null;
  const candidateOf = async (finding: Finding): Promise<Candidate> => {
    if (insertionOf !== null && lacksClause(finding)) return { finding, ...insertionOf(finding) };
    const proposed = proposeChanges(finding).filter(({ citation }) => isHere(citation));
    if (proposed.length > 0) return { finding, proposed };
    const { citations } = finding;
    if (citations.length === 0) return { finding, proposed, withheld: nothingCited };
    if (!citations.some(isHere)) return { finding, proposed, withheld: quotedElsewhere };
    if (!proposer) return { finding, proposed, withheld: nothingComputed };
    const change = await proposer.propose(finding, isHere);
    return typeof change === 'string'
      ? { finding, proposed, withheld: change }
      : { finding, proposed: [change] };
  };
  const limit = proposer?.concurrency ?? 1;
  const candidates: Candidate[] = [];
  for await (const one of mapInOrder(asked, { limit, ahead: limit }, candidateOf)) candidates.push(one);
  const judged = await judge(candidates, given);
  const findings = judged.map(({ finding, proposed, withheld, after }): RedlinedFinding => {
    const changes = proposed.map((change) => ({
      ...{ citation: change.citation, becomes: changedQuote(change) },
      ...(change.inserted !== undefined && { inserted: change.inserted }),
      ...(change.note !== undefined && { note: change.note }),
    }));
    return { finding, changes, withheld, after };
  });
  const marks = judged.flatMap((candidate): Mark[] => {
    const { finding, proposed, withheld } = candidate;
    const comment = commentOn(finding, withheld ?? proposed[0]?.note, withheld !== null);
    if (withheld === null) return marksOf(candidate).map((mark) => ({ ...mark, comment }));
    // A passage that decides nothing has no comment: it would say that these words break the rule.
    const deciding = finding.citations.filter((one) => isHere(one) && one.stance !== 'qualifies');
    const about = [...deciding, ...proposed.map(({ citation }) => citation)];
    return about.slice(0, 1).map((citation) => ({ citation, edits: [], comment }));
  });
  const { bytes } = await write(marks);
  return { document: bytes, findings };
}

/** What `write` is for files of other kinds than Word. Throws `text_not_found` if no text has the words of all marks. */
export async function writeText(
  marks: readonly Mark[],
  { file, textsOf }: Pick<Redlining, 'file' | 'textsOf'>,
): Promise<Redlined> {
  if (marks.length === 0) return { bytes: new Uint8Array(), refused: [] };
  for await (const text of textsOf(file.sha256))
    if (marks.every(({ citation }) => isQuotedIn(text, citation))) return redlineText(text, marks);
  throw new AppError(
    'text_not_found',
    `the text of ${file.name} is no longer stored: check the project again`,
  );
}

const nothingComputed = 'no number in the cited words decides the rule, so a person has to write the change';
const quotedElsewhere = 'the cited words are in another file';
const nothingCited = 'no words are cited, and the rule has no wording to insert';

/** What can be inserted for a rule that is not found: its wording, after each of some paragraphs. */
async function insertions(
  { fileIndex, file, textsOf, after }: Redlining,
  isHere: (citation: Citation) => boolean,
): Promise<(finding: Finding) => Omit<Candidate, 'finding'>> {
  let content: SourceText | null = null;
  for await (const text of textsOf(file.sha256)) content ??= text;
  const unknownNames = content && namesUnknownTo(content);
  return (finding) => {
    const { rule, search } = finding;
    if (!search.complete) return { proposed: [], withheld: 'the clause can be in what could not be read' };
    if (content === null || unknownNames === null)
      return { proposed: [], withheld: 'the text of the document is no longer stored' };
    const source = { role: 'input', fileIndex, ...file, mediaType: content.mediaType } as const;
    const nearest = [...finding.citations, ...search.nearest.map(({ citation }) => citation)].filter(isHere);
    const name = after?.(finding);
    const { quotes, reason } =
      name === undefined ? nearestPlaces(content, source, nearest) : namedPlaces(content, source, name);
    const inserted = rule.wording ?? '';
    const names = unknownNames(inserted).map((one) => `“${one}”`);
    const note = `the document does not have the words ${names.join(', ')}: use its own names`;
    const proposed = quotes.map((citation) => ({
      ...{ finding, citation, edits: [], inserted },
      ...(names.length > 0 && { note }),
    }));
    return { proposed, ...(reason !== null && { withheld: reason }) };
  };
}

/** `withheld`: why nothing can be changed. Of several insertions, the first that the document allows is made. */
type Candidate = { finding: Finding; proposed: ProposedChange[]; withheld?: string };
type Verdict = Pick<RedlinedFinding, 'withheld' | 'after'>;
type Judged = Omit<Candidate, 'withheld'> & Verdict;

/**
 * Decides which candidates are offered. Most changes do not affect other rules, so one check of all of them together is
 * usually enough; if it is not, each candidate is checked together with those that were accepted before it.
 */
async function judge(all: readonly Candidate[], given: Redlining): Promise<Judged[]> {
  const allowed = await allowedOf(all, given);
  const open = allowed.filter(({ withheld }) => withheld === undefined);
  const verdicts = await judgeTogether(open, given);
  if ([...verdicts.values()].some(({ withheld }) => withheld !== null)) {
    const accepted: Candidate[] = [];
    for (const candidate of open) {
      const now = (await judgeTogether([...accepted, candidate], given)).get(candidate.finding);
      if (now === undefined) continue;
      verdicts.set(candidate.finding, now);
      if (now.withheld === null) accepted.push(candidate);
    }
  }
  return allowed.map(({ withheld = null, ...one }) => ({
    ...one,
    ...(verdicts.get(one.finding) ?? { withheld, after: null }),
  }));
}

/** The candidates with the reasons why the document does not allow them, and one place for each insertion. */
async function allowedOf(all: readonly Candidate[], { write }: Redlining): Promise<Candidate[]> {
  const open = all.filter(({ withheld }) => withheld === undefined);
  const { refused } = open.length === 0 ? { refused: [] } : await write(open.flatMap(marksOf));
  let first = 0;
  return all.map((one) => {
    if (one.withheld !== undefined) return one;
    const { proposed } = one;
    const own = refused.slice(first, first + proposed.length);
    first += proposed.length;
    const isInsertion = proposed[0]?.inserted !== undefined;
    const place = isInsertion ? Math.max(0, own.indexOf(null)) : null;
    const withheld = place === null ? own.find((reason) => reason !== null) : own[place];
    return {
      ...{ finding: one.finding, proposed: place === null ? proposed : proposed.slice(place, place + 1) },
      ...(withheld && { withheld: isInsertion ? `${withheld}: name another place` : withheld }),
    };
  });
}

function marksOf({ proposed }: Pick<Candidate, 'proposed'>): Mark[] {
  return proposed.map(({ finding: _, note: _note, ...change }) => ({ ...change, comment: null }));
}

/** Makes the changes of all candidates in one copy, checks it, and judges each candidate by the result. */
async function judgeTogether(
  candidates: readonly Candidate[],
  { result, write, check, copy }: Redlining,
): Promise<Map<Finding, Verdict>> {
  if (candidates.length === 0) return new Map();
  const placed = candidates.flatMap(({ finding, proposed }) =>
    proposed.flatMap(({ citation: { start: from }, edits }) =>
      edits.map(({ start, end }) => ({ finding, start: from + start, end: from + end })),
    ),
  );
  // Of two changes of the same words, or that add words at the same place, the first is made: both together would be a
  // text that no rule asks for.
  for (const [at, { finding, start, end }] of placed.entries()) {
    const first = placed.slice(0, at).find((one) => one.start <= end && start <= one.end);
    if (first === undefined) continue;
    const withheld = `the change for the rule “${first.finding.rule.name}” replaces these words already`;
    return new Map([[finding, { withheld, after: null }]]);
  }
  await writeFile(copy, (await write(candidates.flatMap(marksOf))).bytes);
  const changed = new Map((await check(copy)).findings.map((finding) => [finding.rule.key, finding]));
  const isMended = ({ rule }: Finding) => changed.get(rule.key)?.outcome === 'satisfied';
  // All but the last were accepted before, and are to mend their rules still.
  const last = candidates.at(-1)?.finding;
  const accepted = new Set(candidates.map(({ finding }) => finding).filter((one) => one !== last));
  const harmed = result.findings.find(
    (one) => one !== last && (accepted.has(one) ? !isMended(one) : isWorse(one, changed)),
  );
  return new Map(
    candidates.map(({ finding }): [Finding, Verdict] => {
      const after = changed.get(finding.rule.key) ?? null;
      const broken = isMended(finding) ? harmed : finding;
      if (broken === undefined) return [finding, { withheld: null, after }];
      const rule = broken === finding ? 'the rule' : `the rule “${broken.rule.name}”`;
      const now = shown(changed.get(broken.rule.key));
      return [finding, { withheld: `with the change, ${rule} would be ${now}`, after }];
    }),
  );
}

function isWorse(before: Finding, changed: ReadonlyMap<string, Finding>): boolean {
  const after = changed.get(before.rule.key);
  return (
    after === undefined ||
    gotWorse([comparedOf(before, '')], [comparedOf({ ...after, id: before.id, subject: before.subject }, '')])
  );
}

/** The answer of a finding in words: "satisfied (CONFIRMED)". */
function shown(finding: Finding | null | undefined): string {
  return finding?.label ? `${outcomeSigns[finding.outcome].word} (${finding.label})` : 'not assessed';
}

function commentOn(finding: Finding, note: string | undefined, isWithheld: boolean): string {
  const { rule, review } = finding;
  const { label, outcome } = currentAnswer(finding);
  const by = review === null ? label : `decided by ${review.by}${review.reason && `: ${review.reason}`}`;
  const found = `“${rule.name}” is ${outcomeSigns[outcome].word} (${by}): ${rule.description}`;
  return note === undefined
    ? found
    : `${found} ${isWithheld ? 'No change is offered' : 'Before you accept'}: ${note}.`;
}
