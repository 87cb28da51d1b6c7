import type { Place } from './places.ts';

type Box = { x: number; y: number; width: number; height: number };

/** A rectangle over a picture or page; the box is in fractions of it. */
export function Region({ box, kind = 'supports' }: { box: Box; kind?: string }) {
  const percent = (fraction: number) => `${fraction * 100}%`;
  return (
    <span
      className={`region region-${kind}`}
      data-mark={kind}
      style={{
        left: percent(box.x),
        top: percent(box.y),
        width: percent(box.width),
        height: percent(box.height),
      }}
    />
  );
}

/** The boxes of a place on a page, as the engine located its words; none where it is not sure. */
export function boxesOn({ citation: { boxes = [] } }: Place, page: number) {
  return boxes.filter((one) => one.page === page);
}
