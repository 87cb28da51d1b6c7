import type { Citation } from '../../../../engine/model/citation.ts';
import type { Context, Picture, Report } from '../report.ts';
import { contextsOf, type TextsOf } from './contexts.ts';
import { type Drawing, drawPictures } from './pictures.ts';

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
