import { afterAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../../engine/load/load-source.ts';
import type { SourceText } from '../../../../engine/model/source.ts';
import { onePagePdf } from '../../../support/hostile/pdf.ts';
import { loadPath, testFolder } from './support/load-file.ts';

const folder = testFolder();
afterAll(() => {
  closeLoading();
  folder.remove();
});

let made = 0;
async function load(pdf: Uint8Array): Promise<SourceText> {
  made += 1;
  return loadPath(folder.write(`seen-${made}.pdf`, pdf));
}

/** A text object that draws words, each with its size and its rise above the line. */
function line(y: number, pieces: readonly (readonly [string, number?, number?])[], turn = '1 0 0 1'): string {
  const shown = pieces.map(([words, rise = 0, size = 11]) => `/F ${size} Tf ${rise} Ts (${words}) Tj`);
  return `BT ${turn} 72 ${y} Tm ${shown.join(' ')} ET\n`;
}

describe('a raised or lowered digit of a PDF', () => {
  it.each<[string, string, Parameters<typeof line>[1]]>([
    ['is a mark after a number', 'within 45³ days', [['within 45'], ['3', 5, 6], [' days']]],
    ['is a mark of two digits', 'within 45¹² days', [['within 45'], ['12', 5, 6], [' days']]],
    ['is a mark after a word', 'the buyer² pays', [['the buyer'], ['2', 4, 7], [' pays']]],
    ['is a mark at full size', 'within 45³ days', [['within 45'], ['3', 4], [' days']]],
    ['is a power', 'at least 10⁴ units', [['at least 10'], ['4', 5, 6], [' units']]],
    ['is a fraction', 'for 6¹/₂ years', [['for 6'], ['1', 4, 7], ['/'], ['2', -2.5, 7], [' years']]],
    ['stays in a formula', 'tonnes of CO2 a year', [['tonnes of CO'], ['2', -2, 7], [' a year']]],
    ['is a letter after a number', 'within 45^a days', [['within 45'], ['a', 5, 6], [' days']]],
    ['belongs to an ordinal', 'on the 21st day', [['on the 21'], ['st', 5, 6], [' day']]],
    ['is a number in a smaller font', 'within 45 days', [['within 4'], ['5', 0, 8], [' days']]],
  ])('%s: %s', async (_, text, pieces) => {
    expect((await load(onePagePdf(line(700, pieces)))).text.trim()).toBe(text);
  });

  it('is no part of the number in turned text', async () => {
    const turned = line(300, [['within 45'], ['3', 5, 6], [' days']], '0 1 -1 0');
    expect((await load(onePagePdf(turned))).text).not.toContain('453');
  });

  it('is none where a line follows that begins with a digit', async () => {
    const { text } = await load(onePagePdf(line(700, [['a sum of 45']]) + line(689, [['3 days later']])));
    expect(text.trim()).toBe('a sum of 45\n3 days later');
  });
});
