import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../../engine/load/load-source.ts';
import { noSourceCache, openLocalFile } from '../../../../engine/load/local-files.ts';
import { localFiles } from '../../../../engine/local.ts';
import { verifyCitations } from '../../../../engine/verify/verify-citations.ts';
import { source } from '../../../support/sources.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { agreement, audit, both, notice } from './support/agreement.ts';
import { verifiedOne } from './support/verified.ts';

const altered = notice.replace('30', '90').replace('any time', 'each time');
const end = 'was not searched to the end for this quote, because the search reached its limit.';

describe('a quote for which the search ended at its limit is never called not found', () => {
  it.each([
    ['similar words', altered, 300],
    ['any words', notice, 0],
  ])('by its steps for %s', async (_, quote, steps) => {
    const one = await verifiedOne({ quote }, [agreement], [], steps);
    expect(one).toMatchObject({ verdict: 'unreadable', passes: false });
    expect(one.detail).toContain(`agreement.pdf ${end}`);
  });

  it('and words that were found before stay found, as do other quotes', async () => {
    expect(await verifiedOne({ quote: audit }, both, [], 300)).toMatchObject({ verdict: 'exact' });
    const absent = 'Every ferry pilot polishes the copper bells before the fog comes in.';
    expect(await verifiedOne({ quote: absent }, both, [], 300)).toMatchObject({ verdict: 'not_found' });
  });

  it('also if the source repeats most pieces of the quote too often to count them', async () => {
    const sentence = 'The Supplier keeps the record of the item for seven years. ';
    const repeated = source([sentence.repeat(12_000)], { name: 'repeated.txt' });
    const quote = `${sentence.repeat(40)}${'The ferry pilot polishes the bells. '.repeat(60)}`;
    const one = await verifiedOne({ quote, source: 'repeated.txt', page: 1 }, [repeated]);
    expect(one.verdict).not.toBe('not_found');
  });
});

describe('in a separate process', () => {
  const folder = temporaryFolder('verify');
  const path = join(folder, 'terms.txt');
  writeFileSync(
    path,
    `Dogs stay outside.\n\n${'The tenant pays on the third day of each month. '.repeat(200)}`,
  );
  const ports = { openSource: openLocalFile, sourceCache: noSourceCache };
  const sources = localFiles([path]);
  const citations = [
    { id: 'a', quote: 'Dogs stay outside.', source: 'terms.txt', claim: 'Two dogs stay outside.' },
    { id: 'b', quote: 'The tenant pays on the fourth day of each month.' },
    { id: 'c', quote: 'Every ferry pilot polishes the copper bells.', source: path },
    { id: 'd', quote: 'Dogs stay outside.', source: 'missing.txt' },
  ];

  afterAll(() => closeLoading());

  it('the answers are the same', async () => {
    const here = await verifyCitations({ citations, sources }, ports);
    const apart = await verifyCitations({ citations, sources, apart: { mostMs: 60_000 } }, ports);
    expect(apart).toEqual(here);
    expect(here.citations.map(({ verdict }) => verdict)).toEqual([
      'exact',
      'altered',
      'not_found',
      'wrong_source',
    ]);
  });

  it('the answers are the same for more places and verdicts than one message has', async () => {
    const many = join(folder, 'many.txt');
    const item = (at: number) => `Item ${at} is delivered ${at + 2} days after the order of the customer.`;
    writeFileSync(many, Array.from({ length: 2_500 }, (_, at) => item(at)).join('\n\n'));
    // Each subtitle is a place of its own, and each message has at most 2,000 places.
    const subtitles = join(folder, 'talk.srt');
    const time = (second: number) => `${new Date(second * 1_000).toISOString().slice(11, 19)},000`;
    const order = (at: number) => `Order ${at} is packed in box ${at + 3}.`;
    const shown = (at: number) => `${at + 1}\n${time(2 * at)} --> ${time(2 * at + 1)}\n${order(at)}\n`;
    writeFileSync(subtitles, Array.from({ length: 4_500 }, (_, at) => shown(at)).join('\n'));
    const job = {
      sources: localFiles([many, subtitles]),
      citations: [
        ...Array.from({ length: 60 }, (_, at) => ({
          id: String(at),
          quote: Array.from({ length: 40 }, (__, next) => item(at * 40 + next)).join(' '),
          page: 1,
        })),
        ...[1_500, 2_500, 4_400].map((at) => ({ id: `order ${at}`, quote: order(at), source: 'talk.srt' })),
      ],
    };
    const here = await verifyCitations(job, ports);
    expect(JSON.stringify(here.citations).length).toBeGreaterThan(2 * 128 * 1024);
    expect(here.citations.at(-1)?.found?.locator).toEqual({
      kind: 'time',
      startMs: 8_800_000,
      endMs: 8_801_000,
    });
    expect(here.counts.verdicts.not_found).toBe(0);
    expect(await verifyCitations({ ...job, apart: { mostMs: 60_000 } }, ports)).toEqual(here);
  });

  it('a search that takes too long is an error, and not an answer', async () => {
    const late = verifyCitations({ citations, sources, apart: { mostMs: 0 } }, ports);
    await expect(late).rejects.toMatchObject({ code: 'verification_too_slow' });
  });

  it('a canceled search ends with the reason', async () => {
    const canceled = new AbortController();
    const onEvent = () => canceled.abort(new Error('canceled by the test'));
    const search = verifyCitations({ citations, sources, apart: { mostMs: 60_000 } }, ports, {
      signal: canceled.signal,
      onEvent,
    });
    await expect(search).rejects.toThrow('canceled by the test');
  });
});
