import { gzipSync } from 'node:zlib';
import type { Citation } from '../../engine/model/citation.ts';
import type { SourceText } from '../../engine/model/source.ts';
import type { RunningServer } from '../../src/compose/app.ts';
import type { Actor } from '../../src/domain/records/owned.ts';
import { bodyOf } from './body.ts';
import { citation } from './findings.ts';
import { type Cited, endedRun, rules, textOf } from './owned-records.ts';

/** An office file of a user that a run cites. */
export type CitedOfficeFile = {
  projectId: string;
  runId: string;
  findingId: string;
  /** The path of the pages in the API. */
  path: string;
  source: Citation['source'] & { url: string };
};

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

type OfficeText = {
  text: string;
  quotes: readonly string[];
  mediaType?: string;
  /** The content of the file, by default only its text. */
  bytes?: Uint8Array;
  arranged?: (quotes: readonly Citation[]) => Cited;
};

/**
 * Uploads an office file, and stores a finished run that cites `quotes` on page 1 of the file, as it does after
 * LibreOffice has laid out the file and found `text` on this page. A quote that is listed twice is cited where it occurs
 * first, and where it occurs next. `arranged` says where in a finding the quotes are; by default they are its citations.
 */
export async function citedOfficeFile(
  { services, dependencies }: Pick<RunningServer, 'services' | 'dependencies'>,
  actor: Actor,
  { text, quotes, mediaType = docx, bytes, arranged }: OfficeText,
): Promise<CitedOfficeFile> {
  const { url, sha256 } = await services.uploads.put(actor, {
    name: 'lease.docx',
    body: bodyOf(bytes ?? text),
  });
  const set = await services.politics.create(actor, { name: 'Leases', description: 'Shops', rules });
  const { _id: projectId } = await services.projects.create(actor, {
    ...{ name: 'Office', description: 'd', politicsId: set._id },
    files: [{ name: 'lease.docx', type: 'document', url }],
  });
  const source = { role: 'input' as const, fileIndex: 0, name: 'lease.docx', url, sha256, mediaType };
  const cited = quotes.map((quote, index) => {
    const before = quotes.slice(0, index).filter((one) => one === quote).length;
    const start = text.split(quote, before + 1).join(quote).length;
    return citation(quote, { source, locator: { kind: 'page', page: 1 }, start, end: start + quote.length });
  });
  const content = {
    ...textOf(text),
    ranges: paragraphsOf(text),
    ...{ mediaType, loader: { id: 'docx', version: '1' } },
    warnings: [{ code: 'pages_as_laid_out', message: 'Its page numbers are those of LibreOffice.' }],
  };
  const packed = gzipSync(JSON.stringify(content));
  await dependencies.store.sourceTexts.put(actor.userId, `${sha256}:docx`, packed, new Date());
  const { runId, findingId } = await endedRun(
    { services, dependencies },
    actor,
    projectId,
    arranged?.(cited) ?? cited,
  );
  const path = `/v1/projects/${projectId}/runs/${runId}/findings/${findingId}/pages`;
  return { projectId, runId, findingId, path, source };
}

/** A range for each line of the text. */
function paragraphsOf(text: string): SourceText['ranges'] {
  let at = 0;
  return text.split(/(?<=\n)/).map((line) => {
    const start = at;
    at += line.length;
    return { start, end: at, locator: { kind: 'page', page: 1 }, method: 'text' };
  });
}
