import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../engine/model/result.ts';
import { RecordedState } from '../../bundle/recorded-state.ts';
import { rulesOfRun } from '../../bundle/rules.ts';
import { type FilePlace, writeBundle } from '../../bundle/write-bundle.ts';
import { AppError } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { ChainEntry, RecordedSignOff } from '../../domain/runs/event-chain.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { PublishedKey } from '../../store/ports/runs.ts';
import type { Dependencies } from '../dependencies.ts';
import type { RunsService } from './runs.ts';

/** A bundle in a file that exists until `close` is called. */
export type BundleFile = { name: string; path: string; bytes: number; close(): Promise<void> };

export interface BundleService {
  /**
   * Makes the bundle of a run: its result with the reviews, the text of the cited pages, and the chain of its events,
   * signed by this installation (docs/bundle.md). Events that are missing from the chain are added to it and marked as
   * late. Without `runId`, the run is the last that has ended. Throws `project_not_found`, `run_not_found`,
   * `run_not_ended`, `report_too_large`, `bundle_too_large`, and `text_not_found` if a cited text is no longer stored.
   */
  make(
    actor: Actor,
    projectId: string,
    asked: { runId?: string; withSources?: boolean },
  ): Promise<BundleFile>;
  /** Returns every public key with which this installation has signed, oldest first. */
  keys(): Promise<PublishedKey[]>;
}

type Snapshot = { run: Run; result: Result; signOff: RecordedSignOff | null; entries: number };

/** The number of entries that are read from the store at a time. */
const pageSize = 500;
/** How often a snapshot is taken again because people keep reviewing the run meanwhile. */
const mostTries = 20;

type BundleDependencies = Pick<
  Dependencies,
  'store' | 'assets' | 'findTexts' | 'clock' | 'limits' | 'version' | 'signingKey' | 'scratchFolder'
>;

export function bundleService(
  dependencies: BundleDependencies,
  runs: Pick<RunsService, 'get' | 'result'>,
): BundleService {
  const { store, assets, findTexts, clock, limits, version, signingKey, scratchFolder } = dependencies;

  /** Yields the first `most` entries of a chain. */
  async function* chainOf(workspaceId: string, runId: string, most: number): AsyncGenerator<ChainEntry> {
    for (let after = 0; after < most; ) {
      const entries = await store.events.walk(workspaceId, runId, after, Math.min(pageSize, most - after));
      yield* entries;
      if (entries.length === 0) return;
      after += entries.length;
    }
  }

  /**
   * Reads the chain and then the result, and appends what the chain does not say about the result. Repeats this until
   * the chain says everything, so that the bundled result and the bundled part of the chain always agree.
   */
  async function snapshot(actor: Actor, projectId: string, runId: string): Promise<Snapshot> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const recorded = new RecordedState();
      for await (const entry of chainOf(actor.workspaceId, runId, Number.POSITIVE_INFINITY))
        recorded.add(entry);
      const result = await runs.result(actor, projectId, runId);
      const run = await runs.get(actor, projectId, runId);
      const signOff = signOffOf(run);
      const { state } = run;
      if (state !== 'completed' && state !== 'failed' && state !== 'canceled') continue;
      const missing = recorded.missing({ state, rules: rulesOfRun(run), result, signOff });
      const after = recorded.sequence;
      if (missing.length === 0) return { run, result, signOff, entries: after };
      await store.events.append(actor.workspaceId, runId, missing, { now: clock.now(), late: true, after });
    }
    throw new AppError('write_conflict', 'other requests keep changing the reviews of the run: try again');
  }

  /** Opens the stored bytes of a file of the run; null for a knowledge file behind a link, which is not stored. */
  function openFileOf({ files, politics, captures }: Run) {
    return async ({ role, fileIndex }: FilePlace): Promise<AsyncIterable<Uint8Array> | null> => {
      const file = (role === 'input' ? files : politics.knowledgeFiles)[fileIndex];
      const captured = role === 'input' ? captures.find(({ url }) => url === file?.url) : undefined;
      const assetId = captured?.assetId ?? file?.assetId;
      const opened = assetId === undefined ? null : await assets.open(assetId);
      return opened?.body ?? null;
    };
  }

  return {
    async make(actor, projectId, { runId: asked, withSources = false }) {
      const { runId } = await runs.result(actor, projectId, asked);
      const { run, result, signOff, entries } = await snapshot(actor, projectId, runId);
      await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
      const path = join(scratchFolder, `${randomBytes(16).toString('hex')}.scratch`);
      const close = () => rm(path, { force: true });
      const file = await open(path, 'wx', 0o600);
      try {
        const contents = {
          ...{ madeAt: clock.now(), proviso: version, result, signOff, rules: rulesOfRun(run) },
          chain: chainOf(actor.workspaceId, runId, entries),
          textsOf: (sha256: string) => findTexts(actor.workspaceId, sha256),
          ...(withSources && { openFile: openFileOf(run) }),
        };
        const bytes = await writeBundle(file, contents, signingKey, limits.bundleBytes);
        return { name: `run-${runId}.proviso.zip`, path, bytes, close };
      } catch (error) {
        await close();
        throw error;
      } finally {
        await file.close();
      }
    },

    keys: () => store.signingKeys.all(),
  };
}

function signOffOf({ signOff }: Run): RecordedSignOff | null {
  if (!signOff) return null;
  const { reviews: _, ...recorded } = signOff;
  return recorded;
}
