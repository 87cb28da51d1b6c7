import type { Hiding } from '../../part.ts';
import type { Drawings } from '../drawings.ts';
import { hidingOf, type RunLook } from '../looks/run-look.ts';
import type { Ground } from '../looks/theme.ts';
import type { Element } from '../xml.ts';
import { shapes } from './drawings.ts';
import { type FormattedStyles, pointsOf } from './style-looks.ts';
import { styleOf } from './words.ts';

/**
 * An element around words: a table, row, cell, section or shape. `ground` is its background, and `hidden` is the reason
 * if the element hides its words; both can be null.
 */
export type Scope = { shape: boolean; ground: Ground | null; hidden: Hiding | null };

/** Elements, besides shapes, that can have a fill. Their names are also those of the families of their styles. */
const scoped = new Set(['table', 'table-row', 'table-cell', 'section']);

/** What an element decides about the look of the words in it; null if it decides nothing. */
export function scopeOf({ name, attributes }: Element, looks: FormattedStyles): Scope | null {
  const shape = shapes.has(name);
  if (!shape && !scoped.has(name)) return null;
  const ground = looks.ground(shape ? 'graphic' : name, styleOf(attributes));
  // A frame without a size is as large as its words.
  const isFlat = [attributes.width, attributes.height].some((length) => (pointsOf(length) ?? 1) < 1);
  const isMarked = name === 'section' && attributes.display === 'none';
  return {
    shape,
    ground,
    hidden: name === 'frame' && isFlat ? 'too_small' : isMarked ? 'marked_hidden' : null,
  };
}

/** The elements around words, outermost first, and the styles of their paragraph and of the spans around them. */
export type Around = { scopes: readonly Scope[]; style: string; spans: readonly string[] };

/** The look of words, and why they are hidden. `characters` are those of the body before them. */
export function lookAt(
  looks: FormattedStyles,
  drawings: Drawings,
  { scopes, style, spans }: Around,
  characters: number,
): { hiding: Hiding | null; raised: RunLook['raised'] } {
  const run = { ...looks.run('paragraph', style), ...looks.spans(spans) };
  const unseen = scopes.find(({ hidden }) => hidden !== null);
  const paper = () => {
    const inShape = scopes.some(({ shape }) => shape);
    return drawings.mayLieUnder(characters, inShape) ? 'unknown' : looks.paper;
  };
  const around = scopes.findLast(({ ground }) => ground !== null)?.ground;
  const hiding = unseen?.hidden ?? hidingOf(run, looks.ground('paragraph', style) ?? around ?? paper());
  return { hiding, raised: run.raised };
}
