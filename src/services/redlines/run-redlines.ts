import { mkdtemp, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Mark } from '../../../engine/index.ts';
import { ReadFailure } from '../../../engine/model/errors.ts';
import { refuseInvalid } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { Dependencies } from '../dependencies.ts';
import type { UploadService } from '../files/uploads.ts';
import type { ReadInTurn } from '../reading.ts';
import { ownedProject, ownedRun } from '../records/owned-records.ts';
import type { FindingsService } from '../runs/findings.ts';
import type { RunsService } from '../runs/runs.ts';
import { redline, type ShownRedline, shownOf } from './redline.ts';

/** The findings of a run that need a change, and the Word file with the changes that are offered. */
export type RunRedline = { document: { name: string; url: string }; findings: ShownRedline[] };

/** Redlines a file of a run. */
export interface RedlineService {
  /**
   * Changes the numbers that break a rule of the run, and inserts the wording of rules that are not found, in a copy of its
   * Word file, and checks the copy with the rules of the run by the present checker. Without `file`, the index of a file,
   * the run has one Word file; without `accept`, keys of rules, changes are wanted for all; `after` names, for keys of
   * rules, the clause or words of the paragraph after which the wording is inserted. The redlined file is stored as an upload. A user has one redline at a time. Ends
   * when the signal is aborted. Throws `project_not_found`, `run_not_found`, `run_not_ended`, `report_too_large`,
   * `validation_failed` and `quota_exceeded`.
   */
  of(
    actor: Actor,
    ids: { projectId: string; runId: string },
    asked: {
      file?: number | undefined;
      accept?: readonly string[] | undefined;
      after?: Record<string, string> | undefined;
    },
    signal?: AbortSignal,
  ): Promise<RunRedline>;
}

type Services = {
  findings: Pick<FindingsService, 'all'>;
  runs: Pick<RunsService, 'ended'>;
  uploads: Pick<UploadService, 'put'>;
};

export function redlineService(
  { store, assets, clock, findTexts, scratchFolder }: Dependencies,
  { findings, runs, uploads }: Services,
  readInTurn: ReadInTurn,
): RedlineService {
  return {
    async of(actor, { projectId, runId }, { file, accept, after = {} }, client) {
      await runs.ended(actor, projectId, runId, { forReport: true });
      const project = await ownedProject(actor, 'run', projectId, store);
      const run = await ownedRun(actor, 'run', project, runId, store);
      const fileIndex = chosenFile(run, file);
      const name = run.files[fileIndex]?.name ?? '';
      return readInTurn(actor, client, async (parts, signal) => {
        // The engine is loaded here, because it is large and a server that redlines nothing does not need it.
        const [engine, { openLocalFile, noSourceCache }, { jobOf }] = await Promise.all([
          import('../../../engine/index.ts'),
          import('../../../engine/load/local-files.ts'),
          import('../runs/run-job.ts'),
        ]);
        const isOfFile = run.scope === 'together';
        const all = await findings.all(actor, projectId, runId, ({ subject }) =>
          subject.kind === 'project' ? isOfFile : subject.fileIndex === fileIndex,
        );
        const known = new Set(all.map(({ rule }) => rule.key));
        refuseUnknown(
          [
            ...(accept ?? []).map((key, at) => ({ key, path: `accept[${at}]` })),
            ...Object.keys(after).map((key) => ({ key, path: `after.${key}` })),
          ].filter(({ key }) => !known.has(key)),
        );
        const job = await jobOf(run, [], parts.limits, assets);
        const input = job.inputs[fileIndex];
        if (input === undefined) throw new Error(`run ${run._id} has no file ${fileIndex}`);
        const open = parts.openSourceFor(actor.workspaceId);
        const cache = parts.sourceCacheFor(actor.workspaceId);
        const original = await open(input, signal);
        const folder = await mkdtemp(join(scratchFolder, 'redline-'));
        const copy = join(folder, 'changed.docx');
        const ports = {
          ...parts.models,
          clock,
          // The texts of changed copies are not kept.
          sourceCache: { get: (key: string) => cache.get(key), put: noSourceCache.put },
          ...(parts.answersFor && { answers: parts.answersFor(actor.workspaceId) }),
          ...(parts.allowanceFor && {
            allowance: parts.allowanceFor({ userId: actor.userId, workspaceId: actor.workspaceId }),
          }),
          openSource: (one: typeof input, stop: AbortSignal) =>
            one.ref === copy ? openLocalFile(one, stop) : open(one, stop),
        };
        const changed = { ...input, ref: copy };
        const inputs =
          run.scope === 'each' ? [changed] : job.inputs.map((one, at) => (at === fileIndex ? changed : one));
        const by = { author: 'Proviso', at: clock.now() };
        const { fileCharacters: mostCharacters } = parts.limits;
        try {
          const redlined = await redline({
            ...{ result: { findings: all }, fileIndex, copy, file: { name, sha256: original.sha256 } },
            wants: ({ rule }) => accept === undefined || accept.includes(rule.key),
            after: ({ rule }) => after[rule.key],
            textsOf: (sha256: string) => findTexts(actor.workspaceId, sha256),
            write: (marks: readonly Mark[]) =>
              engine.redlineWordApart(original.path, marks, by, { mostCharacters, signal }),
            check: () => engine.analyze({ ...job, inputs, outputFormat: null }, ports, { signal }),
          });
          const asset = await uploads.put(actor, {
            name: `${name.slice(0, -extname(name).length)}.redlined.docx`,
            body: (async function* () {
              yield redlined.document;
            })(),
          });
          const { url } = asset;
          return { document: { name: asset.name, url }, findings: redlined.findings.map(shownOf) };
        } catch (error) {
          if (error instanceof ReadFailure) refuseInvalid([{ path: 'file', message: error.message }]);
          throw error;
        } finally {
          await original.close();
          await rm(folder, { recursive: true, force: true });
        }
      });
    },
  };
}

function isWord({ name }: Run['files'][number]): boolean {
  return extname(name).toLowerCase() === '.docx';
}

/** The index of the Word file that is asked for, or of the only one. */
function chosenFile({ files }: Run, asked: number | undefined): number {
  const all = [...files.keys()].filter((at) => files[at] && isWord(files[at]));
  const chosen = asked === undefined ? all : all.filter((at) => at === asked);
  const message =
    chosen.length > 1
      ? 'is needed, because the run has several Word files'
      : 'is not the index of a Word file (.docx) of the run';
  const [only = -1] = chosen;
  if (chosen.length !== 1) refuseInvalid([{ path: 'file', message }]);
  return only;
}

function refuseUnknown(unknown: readonly { path: string }[]): void {
  refuseInvalid(unknown.map(({ path }) => ({ path, message: 'is not the key of a rule of the run' })));
}
