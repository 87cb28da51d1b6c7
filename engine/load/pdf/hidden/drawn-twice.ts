import { grouped } from '../../../model/sorted.ts';
import { areAlike, type Colour, colourOf } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import { type Region, render, sizeOf } from '../bitmap.ts';
import type { CharBox } from '../boxes/char-box.ts';
import { displayed, type PageFrame } from '../page-frame.ts';
import type { Pdfium } from '../pdfium.ts';
import { around } from './painted.ts';

/**
 * A character that may be invisible: its index on the page, the object that draws it, its colour and box, and the
 * reason that would hide it.
 */
export type Suspect = { index: number; object: number; colour: Colour; box: CharBox; why: Hiding };

/** The resolution at which the strokes of 5-point print are one dot wide. */
const dotsPerInch = 144;
const pointsPerInch = 72;
/**
 * A region with more pixels than this is rendered at a lower resolution, so that two pictures of the region fit into
 * the memory of the process.
 */
const mostPixels = 4_000_000;
/** Characters whose vertical distance is less than this many points are rendered together. */
const closeBy = 40;
const mostClusters = 12;
/**
 * Characters are removed one colour after another, up to this many colours. The characters of all further colours are
 * removed together.
 */
const mostGroups = 6;
/**
 * A character is invisible if its removal changes less than this share of the pixels in its box, because at most an
 * edge of the character is then visible.
 */
const leastShare = 0.08;

const withAnnotations = 1;

/**
 * The indexes of the suspects whose removal visibly changes the rendered page. Suspects of one colour are removed
 * together, so that text of a different colour in the same place is not mistaken for them.
 */
export function seenAmong(
  module: Pdfium,
  page: number,
  frame: PageFrame,
  suspects: readonly Suspect[],
): Set<number> {
  const visible = new Set<number>();
  for (const near of clustersOf(suspects)) {
    const region = regionOf(module, page, frame, near);
    const whole = render(module, page, region, withAnnotations);
    if (whole === 0) continue;
    for (const group of groupsOf(near)) {
      const without = drawWithout(module, page, region, group);
      if (without === 0) continue;
      for (const suspect of group) {
        const box = dotsOf(frame, suspect.box, region);
        if (differs(module, [whole, without], region, box)) visible.add(suspect.index);
      }
      module._FPDFBitmap_Destroy(without);
    }
    module._FPDFBitmap_Destroy(whole);
  }
  return visible;
}

/** Groups suspects that are close together, so that the space between the groups need not be rendered. */
function clustersOf(suspects: readonly Suspect[]): Suspect[][] {
  const clusters: { box: CharBox; members: Suspect[] }[] = [];
  for (const suspect of suspects) {
    const { bottom, top } = suspect.box;
    const near = clusters.findLast(({ box }) => bottom - box.top < closeBy && box.bottom - top < closeBy);
    if (near !== undefined) {
      near.members.push(suspect);
      near.box = around(near.box, suspect.box);
    } else clusters.push({ box: suspect.box, members: [suspect] });
  }
  return clusters.length <= mostClusters ? clusters.map(({ members }) => members) : [[...suspects]];
}

function groupsOf(suspects: readonly Suspect[]): Suspect[][] {
  const separate = [...new Set(suspects.map(({ colour }) => colour))].slice(0, mostGroups);
  const groups = grouped(suspects, ({ colour }) => (separate.includes(colour) ? colour : -1));
  return [...groups.values()];
}

function drawWithout(module: Pdfium, page: number, region: Region, group: readonly Suspect[]): number {
  const objects = new Set(group.map(({ object }) => object));
  for (const object of objects) module._FPDFPageObj_SetIsActive(object, 0);
  try {
    return render(module, page, region, withAnnotations);
  } finally {
    for (const object of objects) module._FPDFPageObj_SetIsActive(object, 1);
  }
}

function regionOf(module: Pdfium, page: number, frame: PageFrame, suspects: readonly Suspect[]): Region {
  const points = sizeOf(module, page);
  const box = suspects.map((suspect) => suspect.box).reduce(around);
  const whole = { x: 0, y: 0, width: 0, height: 0, pageWidth: points.width, pageHeight: points.height };
  const { x, y, width, height } = dotsOf(frame, box, whole);
  const area = Math.max(1, width * height);
  const scale = Math.min(dotsPerInch / pointsPerInch, Math.sqrt(mostPixels / area));
  return {
    x: Math.floor(x * scale) - 1,
    y: Math.floor(y * scale) - 1,
    width: Math.ceil(width * scale) + 3,
    height: Math.ceil(height * scale) + 3,
    pageWidth: Math.max(1, Math.round(points.width * scale)),
    pageHeight: Math.max(1, Math.round(points.height * scale)),
  };
}

/** Converts a box of the page to dots of the region's picture. The result can be partly outside of the picture. */
function dotsOf(frame: PageFrame, { left, right, bottom, top }: CharBox, region: Region) {
  const one = displayed(frame, left, bottom);
  const other = displayed(frame, right, top);
  const x = Math.min(one.x, other.x) * region.pageWidth - region.x;
  const y = Math.min(one.y, other.y) * region.pageHeight - region.y;
  const width = Math.abs(one.x - other.x) * region.pageWidth;
  const height = Math.abs(one.y - other.y) * region.pageHeight;
  return { x, y, width, height };
}

function differs(
  module: Pdfium,
  [one, other]: readonly [number, number],
  region: Region,
  box: { x: number; y: number; width: number; height: number },
): boolean {
  const stride = module._FPDFBitmap_GetStride(one);
  const [from, to] = [module._FPDFBitmap_GetBuffer(one), module._FPDFBitmap_GetBuffer(other)];
  const { HEAPU8: memory } = module;
  const left = Math.max(0, Math.floor(box.x));
  const right = Math.min(region.width, Math.max(left + 1, Math.ceil(box.x + box.width)));
  const top = Math.max(0, Math.floor(box.y));
  const bottom = Math.min(region.height, Math.max(top + 1, Math.ceil(box.y + box.height)));
  const enough = Math.max(1, (right - left) * (bottom - top) * leastShare);
  let changed = 0;
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const at = row * stride + column * 4;
      if (areAlike(colourAt(memory, from + at), colourAt(memory, to + at))) continue;
      changed += 1;
      if (changed >= enough) return true;
    }
  }
  return false;
}

function colourAt(memory: Uint8Array, at: number): Colour {
  return colourOf(memory[at + 2] ?? 0, memory[at + 1] ?? 0, memory[at] ?? 0);
}
