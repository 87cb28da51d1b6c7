import { mkdtemp, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ReadFailure } from '../../../engine/model/errors.ts';
import { refuseInvalid } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';
import type { UploadService } from '../files/uploads.ts';
import type { ReadInTurn } from '../reading.ts';
import { ownedProject, ownedRun } from '../records/owned-records.ts';
import type { FindingsService } from '../runs/findings.ts';
import type { RunsService } from '../runs/runs.ts';
import { redline, type ShownRedline, shownOf, writeText } from './redline.ts';
import { chosenFile, isWordName, refuseUnknown } from './redline-query.ts';

/**
 * The findings of a run that need a change, and the Word file with the changes that are offered. `document` is null for
 * a file that is no Word file.
 */
export type RunRedline = { document: { name: string; url: string } | null; findings: ShownRedline[] };

/** Redlines a file of a run. */
export interface RedlineService {
  /**
   * Changes the numbers that break a rule of the run, and inserts the wording of rules that are not found, in a copy of
   * one of its files, and checks the copy with the rules of the run by the present checker. Without `file`, the index of a
   * file, the run has one Word file, or one file; without `accept`, keys of rules, changes are wanted for all; `after`
   * names, for keys of rules, the clause or words of the paragraph after which the wording is inserted; with `propose`, the
   * model of the checker proposes sentences where no number decides. A redlined Word file is stored as an upload. A user
   * has one redline at a time. Ends when the signal is aborted. Throws `project_not_found`, `run_not_found`,
   * `run_not_ended`, `report_too_large`, `text_not_found`, `validation_failed` and `quota_exceeded`.
   */
  of(
    actor: Actor,
    ids: { projectId: string; runId: string },
    asked: {
      file?: number | undefined;
      accept?: readonly string[] | undefined;
      after?: Record<string, string> | undefined;
      propose?: boolean | undefined;
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
  { store, assets, clock, scratchFolder, findTexts }: Dependencies,
  { findings, runs, uploads }: Services,
  readInTurn: ReadInTurn,
): RedlineService {
  return {
    async of(actor, { projectId, runId }, { file, accept, after = {}, propose }, client) {
      await runs.ended(actor, projectId, runId, { forReport: true });
      const project = await ownedProject(actor, 'run', projectId, store);
      const run = await ownedRun(actor, 'run', project, runId, store);
      const fileIndex = chosenFile(run.files, file);
      const name = run.files[fileIndex]?.name ?? '';
      const isWord = isWordName(name);
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
        refuseUnknown({ accept, after }, new Set(all.map(({ rule }) => rule.key)));
        const job = await jobOf(run, [], parts.limits, assets);
        const input = job.inputs[fileIndex];
        if (input === undefined) throw new Error(`run ${run._id} has no file ${fileIndex}`);
        const open = parts.openSourceFor(actor.workspaceId);
        const cache = parts.sourceCacheFor(actor.workspaceId);
        const original = await open(input, signal);
        const folder = await mkdtemp(join(scratchFolder, 'redline-'));
        const copy = join(folder, isWord ? 'changed.docx' : 'changed.txt');
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
        // The copy of a file that is no Word file is its text.
        const changed = { ...input, ref: copy, ...(!isWord && { name: `${name}.txt` }) };
        const inputs =
          run.scope === 'each' ? [changed] : job.inputs.map((one, at) => (at === fileIndex ? changed : one));
        const by = { author: 'Proviso', at: clock.now() };
        const text = {
          file: { name, sha256: original.sha256 },
          textsOf: (sha256: string) => findTexts(actor.workspaceId, sha256),
        };
        const places = new Map(Object.entries(after));
        const { fileCharacters: mostCharacters } = parts.limits;
        try {
          const redlined = await redline({
            ...{ result: { findings: all }, fileIndex, copy, ...text },
            ...(propose && { proposer: engine.openProposer(job, ports, signal) }),
            wants: ({ rule }) => accept === undefined || accept.includes(rule.key),
            after: ({ rule }) => places.get(rule.key),
            write: (marks) =>
              isWord
                ? engine.redlineWordApart(original.path, marks, by, { mostCharacters, signal })
                : writeText(marks, text),
            check: () => engine.analyze({ ...job, inputs, outputFormat: null }, ports, { signal }),
          });
          const found = redlined.findings.map(shownOf);
          if (!isWord) return { document: null, findings: found };
          const asset = await uploads.put(actor, {
            name: `${name.slice(0, -extname(name).length)}.redlined.docx`,
            body: (async function* () {
              yield redlined.document;
            })(),
          });
          return { document: { name: asset.name, url: asset.url }, findings: found };
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
