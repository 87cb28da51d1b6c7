import type { JobFile } from '../../engine/index.ts';
import { ProvisoError } from '../../engine/model/errors.ts';
import { refuseInvalid } from '../domain/errors.ts';
import type { NewProjectFile, ProjectFile } from '../domain/project.ts';
import type { Actor } from '../domain/records/owned.ts';
import type { Dependencies } from './dependencies.ts';
import { checkFiles, storeFiles } from './files/project-files.ts';
import { type ReadInTurn, readingPorts } from './reading.ts';

/** A request waits for its answer, so a text is shorter and has less time than on the command line. */
const mostCharacters = 1_000_000;
const mostMs = 30_000;
const mostSentences = 2_000;

/** Finds rules in documents. Throws `validation_failed`, `asset_upload_failed`, `quota_exceeded`. */
export function extractionService(dependencies: Dependencies, readInTurn: ReadInTurn) {
  return {
    /**
     * Reads the files and finds the rules in them; no model is called and no record is stored. Ends when the signal is
     * aborted.
     */
    of: (actor: Actor, given: readonly NewProjectFile[], client?: AbortSignal) =>
      readInTurn(actor, client, async (reading, signal) => {
        const assetIds = await checkFiles(actor, given, dependencies);
        // The engine is loaded here, because it is large and a server that extracts nothing does not need it.
        const { extractionLimits, rulesFrom } = await import('../../engine/index.ts');
        const stored = await storeFiles(actor, given, assetIds, dependencies);
        try {
          const ports = readingPorts(reading, actor.workspaceId);
          const job = {
            files: stored.files.map(fileOf),
            limits: reading.limits,
            mostCharacters,
            mostMs,
            mostSentences,
          };
          return await rulesFrom(job, ports, { signal });
        } catch (error) {
          if (error instanceof ProvisoError && extractionLimits.has(error.code))
            refuseInvalid([{ path: 'files', message: error.message }]);
          throw error;
        } finally {
          await stored.discard();
        }
      }),
  };
}

function fileOf({ name, url }: ProjectFile): JobFile {
  return { name, ref: url, linkBase: name };
}
