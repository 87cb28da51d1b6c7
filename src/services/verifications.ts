import type { JobFile } from '../../engine/index.ts';
import { ProvisoError } from '../../engine/model/errors.ts';
import type { GivenCitation } from '../../engine/model/verification.ts';
import { type FieldProblem, refuseInvalid } from '../domain/errors.ts';
import type { NewProjectFile, ProjectFile } from '../domain/project.ts';
import type { Actor } from '../domain/records/owned.ts';
import type { Dependencies } from './dependencies.ts';
import { checkFiles, storeFiles } from './files/project-files.ts';
import { type ReadInTurn, readingPorts } from './reading.ts';

/** Citations of another tool, and the files that they should be from. */
export type NewVerification = {
  citations: readonly (Omit<GivenCitation, 'id'> & { id?: string })[];
  sources: readonly NewProjectFile[];
};

/** The maximum time for searching all sources, without reading them. */
const mostSearchMs = 60_000;

/** Verifies citations. Throws `validation_failed`, `asset_upload_failed`, `quota_exceeded`. */
export function verificationService(dependencies: Dependencies, readInTurn: ReadInTurn) {
  const { assets, limits } = dependencies;

  /** A text was stored only to be read, so that no link to it is shown. */
  async function fileOf({ name, url, assetId }: ProjectFile, isText: boolean): Promise<JobFile> {
    const own = assetId === undefined ? null : await assets.find(assetId);
    const shown = own?.url ?? url;
    return { name, ref: shown, ...(isText ? { linkBase: name } : { linkBase: shown, url: shown }) };
  }

  return {
    /**
     * Reads the sources and compares each citation with them; no model is called and no record is stored. Citations
     * without an id are numbered from 1. Users take turns, and a user has one verification at a time. Ends when the
     * signal is aborted.
     */
    async of(actor: Actor, verification: NewVerification, client?: AbortSignal) {
      const { citations, sources } = verification;
      refuseInvalid(problemsOf(verification, limits));
      return readInTurn(actor, client, async (reading, signal) => {
        const assetIds = await checkFiles(actor, sources, dependencies, 'sources');
        const stored = await storeFiles(actor, sources, assetIds, dependencies);
        try {
          // The engine is loaded here, because it is large and a server that verifies nothing does not need it.
          const { verifyCitations, verificationLimits } = await import('../../engine/index.ts');
          const files = await Promise.all(
            stored.files.map((file, at) => fileOf(file, sources[at]?.type === 'text')),
          );
          const ports = readingPorts(reading, actor.workspaceId);
          const given = citations.map((citation, at) => ({ ...citation, id: citation.id ?? String(at + 1) }));
          const job = { citations: given, sources: files, limits: reading.limits };
          const apart = { mostMs: mostSearchMs };
          return await verifyCitations({ ...job, apart }, ports, { signal }).catch((error: unknown) => {
            if (error instanceof ProvisoError && verificationLimits.has(error.code))
              refuseInvalid([{ path: 'citations', message: error.message }]);
            throw error;
          });
        } finally {
          await stored.discard();
        }
      });
    },
  };
}

function problemsOf(
  { citations }: NewVerification,
  { LIMIT_CITATIONS: most, LIMIT_QUOTE_CHARACTERS: longest }: Dependencies['limits'],
): FieldProblem[] {
  const tooMany = `has ${citations.length} entries: at most ${most} are allowed`;
  return [
    ...(citations.length > most ? [{ path: 'citations', message: tooMany }] : []),
    ...citations.flatMap(({ quote }, at) =>
      quote.length > longest
        ? [
            {
              path: `citations[${at}].quote`,
              message: `has ${quote.length} characters: at most ${longest} are allowed`,
            },
          ]
        : [],
    ),
  ];
}
