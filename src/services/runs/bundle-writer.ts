import { open } from 'node:fs/promises';
import type { Result } from '../../../engine/model/result.ts';
import { RecordedState } from '../../bundle/recorded-state.ts';
import { rulesOfRun } from '../../bundle/rules.ts';
import { type FilePlace, writeBundle } from '../../bundle/write-bundle.ts';
import { AppError } from '../../domain/errors.ts';
import type { ChainEntry } from '../../domain/runs/event-chain.ts';
import type { Run } from '../../domain/runs/run.ts';
import { type ShownSignature, shownSignature } from '../../domain/runs/sign-off.ts';
import type { Dependencies } from '../dependencies.ts';
import type { OfRun, Reporter } from '../report/reporter.ts';
import type { RunResults } from './run-results.ts';

type Snapshot = { run: Run; result: Result; signOff: ShownSignature | null; entries: number };

/** The number of entries that are read from the store at a time. */
const pageSize = 500;
/** How often a snapshot is taken again because people keep reviewing the run meanwhile. */
const mostTries = 20;

type BundleDependencies = Pick<
  Dependencies,
  'store' | 'assets' | 'findTexts' | 'clock' | 'limits' | 'version' | 'signingKey'
>;

/** Returns the function that writes the bundle of a run. */
export function bundleWriter(dependencies: BundleDependencies, resultOf: RunResults): Reporter['bundle'] {
  const { store, assets, findTexts, clock, limits, version, signingKey } = dependencies;

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
  async function snapshot(of: OfRun): Promise<Snapshot> {
    const { actor, runId } = of;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const recorded = new RecordedState();
      for await (const entry of chainOf(actor.workspaceId, runId, Number.POSITIVE_INFINITY))
        recorded.add(entry);
      const { run, result } = await resultOf(of);
      const signOff = run.signOff ? shownSignature(run.signOff) : null;
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

  return async ({ withSources, path, ...of }) => {
    const { run, result, signOff, entries } = await snapshot(of);
    const { workspaceId } = of.actor;
    const file = await open(path, 'wx', 0o600);
    try {
      const contents = {
        ...{ madeAt: clock.now(), proviso: version, result, signOff, rules: rulesOfRun(run) },
        chain: chainOf(workspaceId, of.runId, entries),
        textsOf: (sha256: string) => findTexts(workspaceId, sha256),
        ...(withSources && { openFile: openFileOf(run) }),
      };
      return await writeBundle(file, contents, signingKey, limits.LIMIT_BUNDLE_BYTES);
    } finally {
      await file.close();
    }
  };
}
