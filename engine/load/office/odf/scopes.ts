import type { Hiding } from '../../part.ts';
import type { Drawings } from '../drawings.ts';
import { hidingOf, type Raised, type RunLook } from '../looks/run-look.ts';
import type { Ground } from '../looks/theme.ts';
import type { Attributes } from '../xml.ts';
import { type FormattedStyles, pointsOf } from './style-looks.ts';

/**
 * An element around words: a table, row, cell, section or shape. `ground` is its background, and `hidden` is the reason
 * if the element hides its words; both can be null.
 */
type Scope = { shape: boolean; ground: Ground | null; hidden: Hiding | null };

/**
 * Follows the elements around the words of a text document, and determines why the words at the current position are
 * hidden.
 */
export class Scopes {
  readonly #looks: FormattedStyles;
  readonly #drawings: Drawings;
  readonly #scopes: Scope[] = [];
  readonly #spans: string[] = [];
  #characters = 0;

  constructor(looks: FormattedStyles, drawings: Drawings) {
    this.#looks = looks;
    this.#drawings = drawings;
  }

  /** Call this where a table, row, cell or section begins; `family` is the family of the element's style. */
  begin(family: string, attributes: Attributes): void {
    const hidden = family === 'section' && attributes.display === 'none' ? 'marked_hidden' : null;
    this.#scopes.push({ shape: false, ground: this.#looks.ground(family, styleOf(attributes)), hidden });
  }

  beginShape(name: string, attributes: Attributes): void {
    const ground = this.#looks.ground('graphic', styleOf(attributes));
    this.#scopes.push({
      shape: true,
      ground,
      hidden: name === 'frame' && isFlat(attributes) ? 'too_small' : null,
    });
  }

  end(): void {
    this.#scopes.pop();
  }

  beginSpan(attributes: Attributes): void {
    this.#spans.push(styleOf(attributes));
  }

  endSpan(): void {
    this.#spans.pop();
  }

  /** Call this with all text of the body. The number of characters shows how far words are from a drawing. */
  text(text: string): void {
    this.#characters += text.length;
  }

  /** Why the words at the current position, in a paragraph with this style, are hidden; null if they are visible. */
  hiding(style: string): Hiding | null {
    const unseen = this.#scopes.find(({ hidden }) => hidden !== null);
    if (unseen !== undefined) return unseen.hidden;
    const run = this.#run(style);
    const around = this.#scopes.findLast(({ ground }) => ground !== null)?.ground;
    return hidingOf(run, this.#looks.ground('paragraph', style) ?? around ?? this.#paper());
  }

  /** Whether the words at the current position are above or below their line. */
  raised(style: string): Raised | null {
    return this.#run(style).raised ?? null;
  }

  #run(style: string): RunLook {
    return { ...this.#looks.run('paragraph', style), ...this.#looks.spans(this.#spans) };
  }

  #paper(): Ground {
    const inShape = this.#scopes.some(({ shape }) => shape);
    return this.#drawings.mayLieUnder(this.#characters, inShape) ? 'unknown' : this.#looks.paper;
  }
}

export function styleOf(attributes: Attributes): string {
  return attributes['style-name'] ?? '';
}

/** Whether a frame is too small for a letter. A frame without a size is as large as its words. */
function isFlat({ width, height }: Attributes): boolean {
  return [width, height].some((length) => (pointsOf(length) ?? 1) < 1);
}
