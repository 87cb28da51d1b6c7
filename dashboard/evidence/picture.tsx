import { markOf, type Place } from './places.ts';
import { Region } from './region.tsx';

type PictureProps = { file: string; place: Place; places: readonly Place[] };

/** Media types of pictures that cannot contain scripts, unlike SVG. */
const pictures = /^image\/(png|jpeg|gif|webp|avif)$/;

export function isPicture(mediaType: string): boolean {
  return pictures.test(mediaType);
}

/** A picture with the words of the quotes marked. */
export function Picture({ file, place, places }: PictureProps) {
  return (
    <div className="picture">
      <img src={file} alt={`The file ${place.citation.source.name}`} />
      {places.flatMap((one) =>
        boxesIn(one).map((box) => (
          <Region key={`${one.kind} ${one.index} ${box.x} ${box.y}`} box={box} kind={markOf(one, place)} />
        )),
      )}
    </div>
  );
}

/** The boxes of the lines of a quote, or else the box around the quote. */
function boxesIn({ citation: { boxes = [], locator } }: Place) {
  if (boxes.length > 0) return boxes;
  return locator.kind === 'region' ? [locator.box] : [];
}
