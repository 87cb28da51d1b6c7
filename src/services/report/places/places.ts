import { type DrawOptions, drawPlaces, type JobFile } from '../../../../engine/index.ts';
import type { Citation } from '../../../../engine/model/citation.ts';
import { grouped } from '../../../../engine/model/sorted.ts';
import type { Context, Picture, Report } from '../report.ts';
import { contextsOf, type TextsOf } from './contexts.ts';

/** The maximum number of places that a report shows, and the maximum of their bytes together. */
export type PlaceLimits = { pictures: number; pictureBytes: number };

export type Places = Drawing & { textsOf: TextsOf; limits: PlaceLimits };

/**
 * Returns the report with the cited places, as many as the limits allow: each as a picture of the page or, without a
 * picture, as the text around the quote. Each finding shows one place, those that need action first, before any finding
 * shows a second one. A place that cannot be shown exactly is left out.
 */
export async function withPlaces(report: Report, { textsOf, limits, ...drawing }: Places): Promise<Report> {
  const cited = citedPlaces(report).slice(0, limits.pictures);
  const pictures = await drawPictures(cited, drawing);
  const undrawn = cited.filter((citation) => !pictures.has(citation));
  const contexts = await contextsOf(undrawn, textsOf, drawing.signal);
  return { ...report, ...within(limits.pictureBytes, cited, { pictures, contexts }) };
}

/** The cited places, most important first. */
function citedPlaces({ findings }: Report): Citation[] {
  const cited = findings.map(({ citations, basis }) => [...citations, ...basis]);
  return [...cited.flatMap((places) => places.slice(0, 1)), ...cited.flatMap((places) => places.slice(1))];
}

type Shown = { pictures: Map<Citation, Picture>; contexts: Map<Citation, Context> };

/** What the first places show, until it has `mostBytes` together. */
function within(mostBytes: number, cited: readonly Citation[], { pictures, contexts }: Shown): Shown {
  const kept: Shown = { pictures: new Map(), contexts: new Map() };
  let bytes = 0;
  for (const citation of cited) {
    const [picture, context] = [pictures.get(citation), contexts.get(citation)];
    bytes += (picture?.jpeg.length ?? 0) + (context === undefined ? 0 : bytesOf(context));
    if (bytes > mostBytes) break;
    if (picture !== undefined) kept.pictures.set(citation, picture);
    if (context !== undefined) kept.contexts.set(citation, context);
  }
  return kept;
}

function bytesOf(context: Context): number {
  const lines = context.kind === 'passage' ? context.lines : context.rows.flatMap(({ cells }) => cells);
  return lines.flat().reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

type Drawing = {
  /** The cited file; null if it is no longer available. */
  fileOf(source: Citation['source']): JobFile | null;
  openSource: DrawOptions['openSource'];
  signal: AbortSignal;
  /** Called after each place, with the number of places so far and of all places. */
  onProgress?: (done: number, total: number) => void;
};

type Place = { citation: Citation; page: number; boxes: NonNullable<Citation['boxes']> };

/**
 * Draws the places of the citations that have boxes. Each file is opened once. A place that cannot be drawn has no
 * picture. Of a quote on several pages, the first page is drawn.
 */
async function drawPictures(
  citations: readonly Citation[],
  drawing: Drawing,
): Promise<Map<Citation, Picture>> {
  const places = citations.flatMap(placeOf);
  const drawn = new Map<Citation, Picture>();
  let done = 0;
  const byFile = grouped(places, ({ citation: { source } }) => `${source.role} ${source.fileIndex}`);
  for (const ofFile of byFile.values()) {
    let index = 0;
    for await (const picture of drawingsOf(ofFile, drawing)) {
      const place = ofFile[index];
      if (picture !== null && place !== undefined) drawn.set(place.citation, picture);
      index += 1;
      drawing.onProgress?.(done + index, places.length);
    }
    done += ofFile.length;
    drawing.onProgress?.(done, places.length);
  }
  return drawn;
}

function placeOf(citation: Citation): Place[] {
  const page = citation.boxes?.[0]?.page;
  if (page === undefined) return [];
  return [{ citation, page, boxes: (citation.boxes ?? []).filter((box) => box.page === page) }];
}

async function* drawingsOf(places: readonly Place[], drawing: Drawing): AsyncGenerator<Picture | null> {
  const source = places[0]?.citation.source;
  const file = source && drawing.fileOf(source);
  if (!file) return;
  const { openSource, signal } = drawing;
  const wanted = places.map(({ page, boxes }) => ({
    page,
    boxes: boxes.map(({ x, y, width, height }) => ({ x, y, width, height })),
  }));
  yield* drawPlaces(file, wanted, { sha256: source.sha256, openSource, signal });
}
