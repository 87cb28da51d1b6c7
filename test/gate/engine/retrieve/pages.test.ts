import { describe, expect, it } from 'vitest';
import { createPassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { source } from '../../../support/sources.ts';
import { filler } from '../check/support/ask.ts';

const prose = Array.from(
  { length: 15 },
  (_, at) => `Sentence ${at} of this page is of no use to anybody at all.`,
);
const page = (title: string, ...others: string[]) =>
  [title, ...prose, 'Machines of the year 12.', ...prose, ...others, ...prose].join('\n\n');

/**
 * `places` are the offsets of the passages about machines, best first; `secondPage` is the offset of the second page.
 */
async function machinesIn(pages: readonly string[]): Promise<{ places: number[]; secondPage: number }> {
  const file = source([...pages, ...filler]);
  const rule = { name: 'Rule', description: 'Machines in the cash flows from investing.' };
  const { inputs } = await (await createPassageIndex([file])).retrieve(rule, [file]);
  const places = inputs
    .map(({ passage }) => passage)
    .filter(({ start, end }) => file.content.text.slice(start, end).includes('Machines'))
    .map(({ start }) => start);
  return { places, secondPage: file.content.ranges[1]?.start ?? Number.NaN };
}

describe('passages of a file with pages', () => {
  it('are ranked by the topic of their page too', async () => {
    const { places, secondPage } = await machinesIn([
      page('Minutes of a meeting of the board about travel.'),
      page('Statement of cash flows from investing.'),
    ]);
    expect(places).toHaveLength(2);
    expect(places[0]).toBeGreaterThanOrEqual(secondPage);
  });

  it('are ranked more by the first lines of their page than by words further down the page', async () => {
    const { places, secondPage } = await machinesIn([
      page('Minutes of a meeting of the board about travel.', 'Statement of cash flows from investing.'),
      page('Statement of cash flows from investing.', 'Minutes of a meeting of the board about travel.'),
    ]);
    expect(places).toHaveLength(2);
    expect(places[0]).toBeGreaterThanOrEqual(secondPage);
  });
});
