import { type DrawOptions, drawPlaces, type JobFile } from '../../../../engine/index.ts';
import type { Citation } from '../../../../engine/model/citation.ts';
import type { Picture } from '../report.ts';

export type Drawing = {
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
export async function drawPictures(
  citations: readonly Citation[],
  drawing: Drawing,
): Promise<Map<Citation, Picture>> {
  const places = citations.flatMap(placeOf);
  const drawn = new Map<Citation, Picture>();
  let done = 0;
  for (const ofFile of byFile(places).values()) {
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

function byFile(places: readonly Place[]): Map<string, Place[]> {
  const files = new Map<string, Place[]>();
  for (const place of places) {
    const { role, fileIndex } = place.citation.source;
    const key = `${role} ${fileIndex}`;
    const found = files.get(key);
    if (found) found.push(place);
    else files.set(key, [place]);
  }
  return files;
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
