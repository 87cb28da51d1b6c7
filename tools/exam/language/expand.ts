import type { Draw } from '../draw.ts';
import { capitalized, type TwinText } from './twin-text.ts';

/**
 * The values of the slots in a wording, by name. `<Who>` in a wording is the value of `who` with a capital first
 * letter.
 */
export type Slots = Readonly<Record<string, TwinText>>;

const choice = /\(\(([^()]*)\)\)/g;
const range = /<(\d+)\.\.(\d+)>/g;
const slot = /<([A-Za-z]\w*)>/g;
const mostDepth = 12;

/**
 * Fills a wording: `((one / other))` becomes one of the two texts, `<5..30>` a number in this range, and `<who>` the
 * value of the slot `who`, which is filled in the same way. Slots in `open` are left as they are. Throws for any other
 * slot without a value.
 */
export function expand(
  wording: string,
  slots: Slots,
  draw: Draw,
  open: ReadonlySet<string> = later,
): TwinText {
  let text = wording;
  for (let depth = 0; depth < mostDepth; depth += 1) {
    const before = text;
    text = text
      .replace(choice, (_, options: string) => draw.one(options.split('/').map((option) => option.trim())))
      .replace(range, (_, from: string, to: string) => String(draw.number(Number(from), Number(to))))
      .replace(slot, (whole, name: string) => {
        const value = slotNamed(name, slots);
        if (value !== null) return value;
        if (open.has(name)) return whole;
        throw new Error(`<${name}> is not a slot of the exam: ${wording}`);
      });
    if (text === before) return text;
  }
  throw new Error(`a wording contains itself or is nested too deeply: ${wording}`);
}

/** Slots that are filled only after all clauses have received their numbers. */
export const later: ReadonlySet<string> = new Set([
  'main',
  'Main',
  'other',
  'Other',
  'sched',
  'Sched',
  'mainNo',
  'otherNo',
]);

function slotNamed(name: string, slots: Slots): TwinText | null {
  const value = slots[name];
  if (value !== undefined) return value;
  const small = slots[name.charAt(0).toLowerCase() + name.slice(1)];
  return small === undefined ? null : capitalized(small);
}
