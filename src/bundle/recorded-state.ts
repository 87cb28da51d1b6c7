import type { Review } from '../../engine/model/finding.ts';
import { canonicalHash, canonicalJson } from '../domain/canonical-json.ts';
import { type ChainEntry, findingHash, type RunEvent, resultHash } from '../domain/runs/event-chain.ts';
import { rulesHash } from './rules.ts';
import type { BundleContents } from './write-bundle.ts';

/** What the service knows about a run that has ended. */
export type CurrentState = Pick<BundleContents, 'rules' | 'result' | 'signOff'> & {
  state: 'completed' | 'failed' | 'canceled';
};

/** The state of a run as its chain records it: of each subject, the last entry counts. */
export class RecordedState {
  /** The sequence number of the last entry; 0 for an empty chain. */
  sequence = 0;
  #rules: string | null = null;
  #result: string | null = null;
  #signOff = 'null';
  readonly #findings = new Map<string, string>();
  readonly #reviews = new Map<string, string>();

  add(entry: ChainEntry): void {
    this.sequence = entry.sequence;
    if (entry.type === 'run_created') this.#rules = entry.data.rulesSha256;
    if (entry.type === 'run_ended') this.#result = entry.data.resultSha256;
    if (entry.type === 'review_given') this.#reviews.set(entry.data.findingId, hashOf(entry.data.review));
    if (entry.type === 'review_removed') this.#reviews.delete(entry.data.findingId);
    if (entry.type === 'signed_off') this.#signOff = canonicalJson(entry.data);
    if (entry.type === 'sign_off_withdrawn') this.#signOff = 'null';
    if (entry.type === 'findings_recorded')
      for (const { id, sha256 } of entry.data.findings) this.#findings.set(id, sha256);
  }

  /**
   * Returns the events that are missing from the chain: of a run of an earlier release, of a process that died before it
   * recorded what it did, and reviews that were given in another run of the project.
   */
  missing({ state, rules, result, signOff }: CurrentState): RunEvent[] {
    const { runId: _, findings, ...head } = result;
    const events: RunEvent[] = [];
    const rulesSha256 = rulesHash(rules);
    if (this.#rules !== rulesSha256) events.push({ type: 'run_created', data: { rulesSha256 } });
    const unrecorded = findings
      .map((finding) => ({ id: finding.id, sha256: findingHash(finding) }))
      .filter(({ id, sha256 }) => this.#findings.get(id) !== sha256);
    if (unrecorded.length > 0) events.push({ type: 'findings_recorded', data: { findings: unrecorded } });
    const resultSha256 = resultHash(head);
    if (this.#result !== resultSha256) events.push({ type: 'run_ended', data: { state, resultSha256 } });
    for (const { id: findingId, review } of findings) {
      if (review !== null && this.#reviews.get(findingId) !== hashOf(review))
        events.push({ type: 'review_given', data: { findingId, review } });
      if (review === null && this.#reviews.has(findingId))
        events.push({ type: 'review_removed', data: { findingId } });
    }
    if (this.#signOff !== canonicalJson(signOff))
      events.push(
        signOff === null ? { type: 'sign_off_withdrawn', data: {} } : { type: 'signed_off', data: signOff },
      );
    return events;
  }
}

function hashOf(review: Review): string {
  return canonicalHash(review);
}
