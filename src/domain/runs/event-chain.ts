import type { Finding, Review } from '../../../engine/model/finding.ts';
import type { FileReport, Result } from '../../../engine/model/result.ts';
import { canonicalHash, canonicalJson } from '../canonical-json.ts';
import { type ChainHead, type Linked, linked } from '../records/hash-chain.ts';
import type { RunResult, RunState } from './run.ts';
import type { ShownSignature } from './sign-off.ts';

/** Something that happened to a run. Hashes are the SHA-256, in hex, of the canonical JSON of what they name. */
export type RunEvent =
  /** `rulesSha256` is the hash of the rules as a bundle contains them. */
  | { type: 'run_created'; data: { rulesSha256: string } }
  | { type: 'attempt_started'; data: { attempt: number; proviso: string } }
  /** `sha256` is the hash of the bytes of the file; it is absent if the file could not be opened. */
  | { type: 'file_read' | 'file_failed'; data: { file: FileReport; sha256?: string } }
  /** The hash of a finding is that of the finding without its review. */
  | { type: 'findings_recorded'; data: { findings: { id: string; sha256: string }[] } }
  | { type: 'attempt_ended'; data: { attempt: number; state: RunState; error?: string } }
  /** `resultSha256` is the hash of the result without its findings and the id of the run. */
  | { type: 'run_ended'; data: { state: RunState; resultSha256: string } }
  | { type: 'review_given'; data: { findingId: string; review: Review } }
  | { type: 'review_removed'; data: { findingId: string } }
  | { type: 'signed_off'; data: ShownSignature }
  | { type: 'sign_off_withdrawn'; data: { by?: string } };

/**
 * An event in the chain of its run. `late` marks an entry that was recorded after the event, when a bundle was made;
 * `at` is then the time of recording.
 */
export type ChainEntry = Linked<RunEvent & { runId: string; at: string; late?: true }>;

export type RecordedAt = { now: Date; late?: true | undefined };

/** Returns the entries with which events continue a chain. */
export function continued(
  runId: string,
  head: ChainHead,
  events: readonly RunEvent[],
  { now, late }: RecordedAt,
): ChainEntry[] {
  const entries: ChainEntry[] = [];
  let last = head;
  for (const event of events) {
    const entry = linked(last, { runId, at: now.toISOString(), ...event, ...(late && { late }) });
    entries.push(entry);
    last = entry;
  }
  return entries;
}

/** An entry as one line of text without the line end, as stores and bundles contain it. */
export function lineOf(entry: ChainEntry): string {
  return canonicalJson(entry);
}

export function findingHash({ review: _, ...finding }: Finding): string {
  return canonicalHash(finding);
}

/** The hash of a result without its rules, which have a hash of their own. */
export function resultHash({ rules: _, ...result }: RunResult & Pick<Result, 'rules'>): string {
  return canonicalHash(result);
}
