import { writeFile } from 'node:fs/promises';
import {
  type Citation,
  changedQuote,
  type Finding,
  type Mark,
  type ProposedChange,
  proposeChanges,
  type Redlined,
  type Result,
} from '../../../engine/index.ts';
import { comparedOf, gotWorse } from '../../domain/runs/run-diff.ts';
import { currentAnswer } from '../report/current-answer.ts';
import { outcomeSigns } from '../report/words.ts';

/** A finding that is violated or partly satisfied, and what a redline does about it. */
export type RedlinedFinding = {
  finding: Finding;
  /** The cited sentences with their changes. Empty if no change can be computed. */
  changes: { citation: Citation; becomes: string }[];
  /** Why the changes are not offered; null if they are. */
  withheld: string | null;
  /** The finding about the document with the changes; null if they could not be made. */
  after: Finding | null;
};

/** A redlined finding as people and programs get it. */
export type ShownRedline = ReturnType<typeof shownOf>;

export function shownOf({ finding, changes, withheld, after }: RedlinedFinding) {
  const answer = ({ outcome, label }: Finding) => ({ outcome, label });
  return {
    findingId: finding.id,
    rule: { key: finding.rule.key, name: finding.rule.name },
    changes: changes.map(({ citation: { source, locator, quote }, becomes }) => ({
      ...{ file: source.name, locator, quote, becomes },
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
  /** The index of the document among the input files. */
  fileIndex: number;
  /** Whether a change is wanted for a finding. */
  wants(finding: Finding): boolean;
  /** Checks a changed copy of the document with the same rules. */
  check(copy: string): Promise<Pick<Result, 'findings'>>;
  /** The path to which changed copies are written. */
  copy: string;
};

/**
 * Redlines a document. For each finding that another number can mend, the number is changed in a copy, and the copy is
 * checked with the same rules. A change is offered only if its finding is then satisfied and no other finding needs more
 * attention than before. Returns the document, with the offered changes as tracked changes and the others as comments
 * that give the reason, and every finding that needed a change. Throws a `ReadFailure`.
 */
export async function redline(
  given: Redlining,
): Promise<{ document: Uint8Array; findings: RedlinedFinding[] }> {
  const { result, fileIndex, wants, write } = given;
  const isHere = ({ source }: Citation) => source.role === 'input' && source.fileIndex === fileIndex;
  const asked = result.findings
    .filter((finding) => breaks.has(currentAnswer(finding).outcome))
    .filter(wants)
    .map(
      (finding): Candidate => ({
        finding,
        proposed: proposeChanges(finding).filter(({ citation }) => isHere(citation)),
      }),
    );
  const judged = await judge(
    asked.filter(({ proposed }) => proposed.length > 0),
    given,
  );
  const findings = asked.map(({ finding, proposed }): RedlinedFinding => {
    const changes = proposed.map((change) => ({ citation: change.citation, becomes: changedQuote(change) }));
    const nothing = finding.citations.some(isHere) || finding.citations.length === 0;
    const withheld = nothing ? nothingComputed : quotedElsewhere;
    return { finding, changes, ...(judged.get(finding) ?? { withheld, after: null }) };
  });
  const marks = asked.flatMap(({ finding, proposed }, index) => {
    const withheld = findings[index]?.withheld ?? null;
    const comment = commentOn(finding, withheld);
    if (withheld === null) return proposed.map(({ citation, edits }) => ({ citation, edits, comment }));
    return finding.citations
      .filter(isHere)
      .slice(0, 1)
      .map((citation) => ({ citation, edits: [], comment }));
  });
  const { bytes } = await write(marks);
  return { document: bytes, findings };
}

/** The outcomes that ask for a change. If a person has decided otherwise, that counts. */
const breaks: ReadonlySet<string> = new Set(['violated', 'partly_satisfied']);
const nothingComputed = 'no number in the cited words decides the rule, so a person has to write the change';
const quotedElsewhere = 'the cited words are in another file';

type Candidate = { finding: Finding; proposed: ProposedChange[] };
type Judged = Pick<RedlinedFinding, 'withheld' | 'after'>;

/**
 * Decides which candidates are offered. Most changes do not affect other rules, so one check of all of them together is
 * usually enough; if it is not, each candidate is checked together with those that were accepted before it.
 */
async function judge(all: readonly Candidate[], given: Redlining): Promise<Map<Finding, Judged>> {
  const judged = new Map<Finding, Judged>();
  if (all.length === 0) return judged;
  const marks = all.flatMap(marksOf);
  const { refused } = await given.write(marks);
  for (const [index, { finding }] of marks.entries()) {
    const withheld = refused[index] ?? null;
    if (withheld !== null) judged.set(finding, { withheld, after: null });
  }
  const candidates = all.filter(({ finding }) => !judged.has(finding));
  const together = await judgeTogether(candidates, given);
  if ([...together.values()].every(({ withheld }) => withheld === null))
    return new Map([...judged, ...together]);
  const accepted: Candidate[] = [];
  for (const candidate of candidates) {
    const { finding } = candidate;
    const now = (await judgeTogether([...accepted, candidate], given)).get(finding);
    if (now === undefined) continue;
    judged.set(finding, now);
    if (now.withheld === null) accepted.push(candidate);
  }
  return judged;
}

function marksOf({ finding, proposed }: Candidate): (Mark & { finding: Finding })[] {
  return proposed.map(({ citation, edits }) => ({ finding, citation, edits, comment: null }));
}

/** Makes the changes of all candidates in one copy, checks it, and judges each candidate by the result. */
async function judgeTogether(
  candidates: readonly Candidate[],
  { result, write, check, copy }: Redlining,
): Promise<Map<Finding, Judged>> {
  if (candidates.length === 0) return new Map();
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
    candidates.map(({ finding }): [Finding, Judged] => {
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

function commentOn({ rule, label, outcome }: Finding, withheld: string | null): string {
  const found = `“${rule.name}” is ${outcomeSigns[outcome].word} (${label}): ${rule.description}`;
  return withheld === null ? found : `${found} No change is offered: ${withheld}.`;
}
