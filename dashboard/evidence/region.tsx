import type { Place } from './places.ts';

type Box = { x: number; y: number; width: number; height: number };

/** A marked rectangle over a picture or page; `box` is in fractions of the width and height. */
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

/** The boxes of a quote on a page; none if the engine could not locate the quote on the page with certainty. */
export function boxesOn({ citation: { boxes = [] } }: Place, page: number) {
  return boxes.filter((one) => one.page === page);
}
