import { createReadStream } from 'node:fs';
import { type Job, type JobFile, keyRules, type Limits } from '../../../engine/index.ts';
import { ReadFailure } from '../../../engine/model/errors.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { type NamedFile, namesOf } from '../../../engine/model/source.ts';
import type { AssetStore } from '../../assets/port.ts';
import { AppError } from '../../domain/errors.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { LinkCache, OpenFile } from '../../sources/port.ts';
import type { RunLease, RunStore } from '../../store/ports/runs.ts';
import { LostRun } from './finding-writer.ts';

/**
 * Returns the job of the engine for a run. The `ref` of a file is the URL of the asset that contains the uploaded file
 * or the stored copy of a link, if there is one. Otherwise it is the URL that the user gave.
 */
export async function jobOf(run: Run, earlier: Finding[], limits: Limits, assets: AssetStore): Promise<Job> {
  const captured = new Map(run.captures.map(({ url, assetId }) => [url, assetId]));
  const fileOf = async (file: LinkedFile, captureId?: string): Promise<JobFile> => {
    const { url, assetId } = file;
    const own = assetId === undefined ? null : await assets.find(assetId);
    const kept = captureId === undefined ? own : await assets.find(captureId);
    const shown = own?.url ?? url;
    return { ...namesOf(file), ref: kept?.url ?? shown, linkBase: shown, url: shown };
  };
  return {
    runId: run._id,
    rules: keyRules(run.politics.rules),
    knowledge: await Promise.all(run.politics.knowledgeFiles.map((file) => fileOf(file))),
    inputs: await Promise.all(run.files.map((file) => fileOf(file, captured.get(file.url)))),
    ...(run.notTaken && { missing: run.notTaken }),
    scope: run.scope,
    outputFormat: run.politics.outputFormat,
    ...(run.politics.promptVersions && { promptVersions: run.politics.promptVersions }),
    limits,
    earlier,
  };
}

type LinkedFile = NamedFile & { url: string; assetId?: string };

type CaptureDependencies = {
  run: Run;
  runLease: RunLease;
  open: OpenFile;
  linkCache: LinkCache;
  assets: AssetStore;
  runs: RunStore;
  assetIdIn: (url: string) => string | null;
  now: () => Date;
};

/**
 * Returns a function that opens files with `open`. When the link of an input file is first read, its content is stored
 * as an asset of the run, so that a later attempt and a reader of a citation get the same content. The link cache also
 * refers to the asset, so that a later run need not download unchanged content again. Knowledge files are not copied.
 */
export function capturing({
  run,
  runLease,
  open,
  linkCache,
  assets,
  runs,
  assetIdIn,
  now,
}: CaptureDependencies): OpenFile {
  const inputs = new Set(run.files.map((file) => file.url));
  return async (file, signal) => {
    const opened = await open(file, signal);
    const id = assetIdIn(file.ref);
    if (id !== null) {
      const declaredType = run.captures.find(({ assetId }) => assetId === id)?.declaredType;
      return { ...opened, ...(declaredType !== undefined && { declaredType }) };
    }
    if (!inputs.has(file.ref)) return opened;
    try {
      const asset = await assets.put({
        owner: run.workspaceId,
        name: file.name,
        ...(opened.declaredType !== undefined && { declaredType: opened.declaredType }),
        maxBytes: opened.bytes,
        body: createReadStream(opened.path),
      });
      const { validators, declaredType } = opened;
      const capture = {
        url: file.ref,
        assetId: asset.id,
        ...(declaredType !== undefined && { declaredType }),
      };
      if (!(await runs.saveCapture(runLease, capture, now()))) throw new LostRun();
      if (validators) await linkCache.keep(file.ref, { assetId: asset.id, declaredType, validators });
      return opened;
    } catch (error) {
      await opened.close();
      throw readFailureOf(error);
    }
  };
}

/**
 * If the content of a link cannot be stored because the quota is used up, the file counts as unreadable: citations of
 * it could not be opened.
 */
function readFailureOf(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'quota_exceeded') return error;
  const message = 'The file behind the link could not be stored, because the account has no storage left';
  return new ReadFailure('storage_full', message, { cause: error });
}
