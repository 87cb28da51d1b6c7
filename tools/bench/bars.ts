import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { table } from './table.ts';

/** A measured figure of the table of bars. */
export type Figure = { name: string; value: number };

const barSchema = z.strictObject({
  name: z.string(),
  unit: z.string(),
  /** Whether higher or lower values are better. */
  better: z.enum(['higher', 'lower']),
  bar: z.number(),
  goal: z.number(),
  /** The figure that a later release should not fall far below, measured on a quiet machine. Null if there is none. */
  recorded: z.number().nullable(),
});
export type Bar = z.infer<typeof barSchema>;

/** A figure may be worse than the recorded one by this share before the check fails, because measurements vary. */
const tolerance = 0.2;

const barsUrl = new URL('bars.json', import.meta.url);

/** The bars, the goals and the recorded figures of `bars.json`. */
export function bars(): Bar[] {
  return z.array(barSchema).parse(JSON.parse(readFileSync(barsUrl, 'utf8')));
}

/** A table of the measured figures beside their bars. */
export function barTable(figures: readonly Figure[]): string {
  const rows = bars().flatMap((bar) => {
    const figure = figures.find(({ name }) => name === bar.name);
    if (figure === undefined) return [];
    const met = bar.better === 'higher' ? figure.value >= bar.bar : figure.value <= bar.bar;
    const recorded = bar.recorded === null ? '' : String(bar.recorded);
    return [
      [bar.name, shown(figure.value, bar), `${bar.bar}`, `${bar.goal}`, recorded, met ? 'met' : 'not met'],
    ];
  });
  return table(['', 'today', 'bar', 'goal', 'recorded', ''], rows);
}

/** The figures that are worse than the recorded ones by more than a fifth, in words. */
export function regressions(figures: readonly Figure[], all: readonly Bar[] = bars()): string[] {
  return all.flatMap((bar) => {
    const value = figures.find(({ name }) => name === bar.name)?.value;
    if (value === undefined || bar.recorded === null) return [];
    const share = bar.better === 'higher' ? value / bar.recorded : bar.recorded / value;
    return share < 1 - tolerance ? [`${bar.name}: ${shown(value, bar)}, recorded ${bar.recorded}`] : [];
  });
}

function shown(value: number, { unit }: Bar): string {
  return `${value.toFixed(2)}${unit === '' ? '' : ` ${unit}`}`;
}
