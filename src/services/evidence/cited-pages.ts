import { isDeepStrictEqual } from 'node:util';
import { locatorAt } from '../../../engine/cite/locator-at.ts';
import type { OfficeFile, OfficeQuote } from '../../../engine/index.ts';
import type { Citation, PageBox } from '../../../engine/model/citation.ts';
import { ReadFailure } from '../../../engine/model/errors.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Asset } from '../../assets/port.ts';
import { AppError } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { Dependencies } from '../dependencies.ts';
import type { EstimateDependencies, ReadInTurn } from '../reading.ts';
import { type CitationRef, citationLists, citationsOf, ownedCitation } from './citation-ref.ts';
import { officePdfs } from './office-pdfs.ts';
import { isQuotedIn } from './quoted.ts';

/** A quote of a finding with its boxes on the pages. */
export type MarkedQuote = Pick<CitationRef, 'list' | 'index'> & { boxes: PageBox[] };

/**
 * The URL of the PDF of a cited office file, and the positions of the finding's quotes on its pages. A quote whose
 * position is uncertain is left out.
 */
type CitedPages = { url: string; quotes: MarkedQuote[] };

class NoLayout extends Error {}

/** A stored office file, and how to lay it out. */
type StoredFile = { owner: string; asset: Asset; how: Pick<OfficeFile, 'ending' | 'isPresentation'> };

type Parts = Pick<Dependencies, 'store' | 'assets' | 'findTexts' | 'links' | 'clock'>;

/** The pages of cited office files, as LibreOffice lays them out. */
export function citedPagesService(parts: Parts, readInTurn: ReadInTurn) {
  const pdfs = officePdfs(parts);

  async function makePdf(
    { owner, asset, how }: StoredFile,
    tools: EstimateDependencies,
    signal: AbortSignal,
  ): Promise<Asset> {
    const { openSourceFor, limits, models } = tools;
    const layout = (await models.layout?.()) ?? null;
    if (layout === null)
      throw new NoLayout('LibreOffice is not installed on the server, or PAGE_LAYOUT is off');
    const file = { name: asset.name, ref: asset.url, linkBase: asset.url };
    const { path, sha256, close } = await openSourceFor(owner)(file, signal);
    try {
      return await layout.pdfOf(
        { path, sha256, ...how },
        (pdf) => pdfs.put({ owner, sha256 }, pdf, limits.fileBytes),
        { signal, ms: limits.fileMs },
      );
    } finally {
      await close();
    }
  }

  return {
    /**
     * Returns the pages of the cited office file. If its PDF is not stored, it is made first, which takes some seconds. Ends
     * when the signal is aborted.
     * Throws `project_not_found`, `run_not_found`, `finding_not_found`, `citation_not_found`, `quota_exceeded`, and
     * `pages_not_available` if the file cannot be shown as pages.
     */
    async get(actor: Actor, ref: CitationRef, client?: AbortSignal): Promise<CitedPages> {
      const { run, finding, citation } = await ownedCitation(actor, ref, parts.store);
      const file = await storedFile(run, citation, parts);
      return readInTurn(actor, client, async (tools, signal) => {
        const { owner, asset } = file;
        const pdf =
          (await pdfs.find({ owner, sha256: asset.sha256 })) ?? (await makePdf(file, tools, signal));
        const quotes = await quotesIn(finding, citation, owner, parts);
        return { url: pdf.url, quotes: await marked(quotes, pdf, tools, signal) };
      }).catch((error: unknown) => {
        if (error instanceof ReadFailure || error instanceof NoLayout)
          throw unavailable(citation, error.message, error);
        throw error;
      });
    },
  };
}

/** The stored file with exactly the cited content: the uploaded file, or the stored copy of a link. */
async function storedFile(
  { workspaceId: owner, captures }: Run,
  citation: Citation,
  { assets, links }: Parts,
): Promise<StoredFile> {
  const { url = '', sha256, mediaType } = citation.source;
  const { officeLayout } = await import('../../../engine/index.ts');
  const how = officeLayout(mediaType);
  if (how === null) throw unavailable(citation, 'it is not an office document or a presentation');
  const id = links.assetIdIn(url) ?? captures.find((capture) => capture.url === url)?.assetId;
  const asset = id === undefined ? null : await assets.find(id);
  if (asset?.owner !== owner || asset.sha256 !== sha256)
    throw unavailable(citation, 'the file that was checked is no longer stored');
  return { owner, asset, how };
}

type QuoteRef = Pick<CitationRef, 'list' | 'index'> & { quote: OfficeQuote };

/** The quotes of the finding in the cited file whose words are at their offsets in its stored text. */
async function quotesIn(
  finding: Finding,
  { source: { sha256 } }: Citation,
  owner: string,
  { findTexts }: Pick<Parts, 'findTexts'>,
): Promise<QuoteRef[]> {
  const found: QuoteRef[] = [];
  for (const list of citationLists) {
    for (const [index, citation] of citationsOf(finding, list).entries()) {
      if (citation.source.sha256 !== sha256) continue;
      for await (const content of findTexts(owner, sha256)) {
        const { start, end, locator } = citation;
        if (!isQuotedIn(content, citation)) continue;
        if (!isDeepStrictEqual(locatorAt(content, citation), locator)) continue;
        found.push({ list, index, quote: { content, span: { start, end }, locator } });
        break;
      }
    }
  }
  return found;
}

async function marked(
  quotes: readonly QuoteRef[],
  { owner, name, url }: Asset,
  { openSourceFor, limits }: EstimateDependencies,
  signal: AbortSignal,
): Promise<MarkedQuote[]> {
  const { locateOnPages } = await import('../../../engine/index.ts');
  const opened = await openSourceFor(owner)({ name, ref: url, linkBase: url }, signal);
  try {
    const cited = quotes.map(({ quote }) => quote);
    const boxes = await locateOnPages(opened.path, cited, limits, signal);
    return quotes.flatMap(({ list, index }, at) => {
      const found = boxes[at];
      return found ? [{ list, index, boxes: found }] : [];
    });
  } finally {
    await opened.close();
  }
}

function unavailable({ source: { name } }: Citation, why: string, cause?: unknown): AppError {
  const message = `${name} cannot be shown as pages: ${why}`;
  return new AppError('pages_not_available', message, cause === undefined ? {} : { cause });
}
