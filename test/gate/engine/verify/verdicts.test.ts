import { describe, expect, it } from 'vitest';
import type { UnreadFile } from '../../../../engine/model/source.ts';
import { source } from '../../../support/sources.ts';
import { agreement, audit, both, notice, payment, policy } from './support/agreement.ts';
import { verified, verifiedOne } from './support/verified.ts';

const named = { source: 'agreement.pdf', page: 1 };

describe('a quote that is at the named place', () => {
  it('is exact, whatever its white space', async () => {
    const one = await verifiedOne({ quote: notice.replaceAll(' ', '\n  '), ...named }, both);
    expect(one).toMatchObject({
      verdict: 'exact',
      passes: true,
      places: 1,
      found: { locator: { page: 1 }, quote: notice },
    });
  });

  it.each([
    ['quotation marks', `“${audit}”`, 'typography'],
    ['ligatures', audit.replace('disclose', 'disclose').replace('Northmere', 'North\u00admere'), 'exact'],
    ['a word broken at a line end', audit.replace('disclose', 'dis-\nclose'), 'typography'],
    [
      'capitals and punctuation',
      'THE SUPPLIER SHALL NOT DISCLOSE the audit report, of Northmere',
      'typography',
    ],
  ])('has only other typography with %s', async (_, quote, verdict) => {
    expect(await verifiedOne({ quote, source: 'agreement.pdf', page: 2 }, both)).toMatchObject({
      verdict,
      passes: true,
    });
  });

  it('can be a running header, which is not part of the text', async () => {
    expect(
      await verifiedOne({ quote: 'Master Services Agreement', source: 'agreement.pdf', page: 2 }, both),
    ).toMatchObject({
      verdict: 'exact',
      places: 2,
      found: { locator: { page: 2 } },
    });
  });

  it('can contain the running header of its page', async () => {
    const quote = `Master Services Agreement ${audit}`;
    expect(await verifiedOne({ quote, source: 'agreement.pdf', page: 2 }, both)).toMatchObject({
      verdict: 'typography',
    });
  });

  it.each([
    'agreement.pdf',
    'docs/Agreement.PDF',
    'https://example.com/files/agreement.pdf#page=1',
    'Agreement',
  ])('can name the source as %s', async (name) => {
    expect(await verifiedOne({ quote: notice, source: name, page: 1 }, both)).toMatchObject({
      verdict: 'exact',
    });
  });
});

describe('a quote that is elsewhere', () => {
  it('is found on each of its pages, and the named one counts', async () => {
    const twice = source([payment, 'Something else.', payment], { name: 'twice.pdf' });
    expect(await verifiedOne({ quote: payment, source: 'twice.pdf', page: 3 }, [twice])).toMatchObject({
      verdict: 'exact',
      places: 2,
      found: { locator: { page: 3 } },
    });
  });
});

describe('a quote that the named source has with other typography only', () => {
  const header = 'Master Services Agreement';
  const copy = source([`Cover. ${header} ${audit} ${notice}`], { name: 'copy.pdf', fileIndex: 0 });
  const misread = { text: notice.replace('Customer', 'Custorner'), method: 'ocr' as const, confidence: 90 };
  const scan = source([misread, payment], { name: 'scan.pdf', fileIndex: 1 });
  const printed = source([payment, { text: `${audit} Reports are kept.`, header }], {
    ...{ name: 'printed.pdf', fileIndex: 1 },
  });
  const both = source([misread, notice], { name: 'both.pdf' });

  it.each([
    ['recognised letters', notice, [copy, scan], { source: 'scan.pdf' }, 1],
    ['recognised letters, on the named page', notice, [copy, scan], { source: 'scan.pdf', page: 1 }, 1],
    ['a running header', `${header} ${audit}`, [copy, printed], { source: 'printed.pdf' }, 2],
    ['the named page, not the one with the same letters', notice, [both], { source: 'both.pdf', page: 1 }, 1],
  ])('is there, although another place has it strictly: %s', async (_, quote, sources, given, page) => {
    expect(await verifiedOne({ quote, ...given }, sources)).toMatchObject({
      verdict: 'typography',
      found: { source: { name: given.source }, locator: { page } },
    });
  });

  it('is in the wrong source if the named one has other words', async () => {
    const given = { quote: notice.replace('30', '80'), source: 'scan.pdf', page: 1 };
    const other = source([given.quote], { name: 'copy.pdf' });
    expect(await verifiedOne(given, [other, scan])).toMatchObject({
      verdict: 'wrong_source',
      found: { source: { name: 'copy.pdf' } },
    });
  });
});

describe('a long quote', () => {
  const words = Array.from({ length: 2_100 }, (_, at) => `w${(at * 7919) % 3_571}x`);
  const long = source([words.join(' ')], { name: 'long.pdf' });

  it('is altered if a word near its end is', async () => {
    const quote = words.with(1_950, 'INVENTED').join(' ');
    const one = await verifiedOne({ quote, source: 'long.pdf', page: 1 }, [long]);
    expect(one).toMatchObject({ verdict: 'altered', changes: [{ quote: 'INVENTED' }] });
  });

  it('does not pass if most of its words are invented, however many pages it can be on', async () => {
    const pages = Array.from({ length: 240 }, (_, page) =>
      Array.from({ length: 400 }, (__, at) => `p${page}q${at}`).join(' '),
    );
    const many = source(pages, { name: 'many.pdf' });
    const invented = Array.from({ length: 60 }, (_, at) => `invented${at}`);
    const quote = [...(pages[0] ?? '').split(' ').slice(0, 43), ...invented].join(' ');
    const given = { quote, source: 'many.pdf', page: 1, endPage: 240 };
    expect(await verifiedOne(given, [many])).toMatchObject({ passes: false });
    const few = ['p90q9 x', 'p90q10', 'p90q11', 'y', 'p90q12', 'p90q13', 'z'].join(' ');
    expect(await verifiedOne({ ...given, quote: few }, [many])).toMatchObject({ passes: false });
  });
});

describe('a quote that no source has', () => {
  it('does not claim that no source has similar words if it is too short to look for them', async () => {
    const text = source(['The Buyer may not terminate.']);
    expect(await verifiedOne({ quote: 'The Buyer sells.' }, [text])).toMatchObject({
      verdict: 'not_found',
      detail: expect.stringContaining('only on a page that the citation names'),
    });
  });

  it('is not found if it has no words', async () => {
    expect(await verifiedOne({ quote: '…' }, both)).toMatchObject({
      verdict: 'not_found',
      detail: 'The quote has no words.',
    });
  });

  it('is not a word that the text has joined with another one', async () => {
    const text = source(['This is a notable exception to the rule of the house.']);
    expect(
      (await verifiedOne({ quote: 'This is a not able exception to the rule of the house.' }, [text]))
        .verdict,
    ).toBe('altered');
  });
});

const failed: UnreadFile = {
  role: 'input',
  fileIndex: 2,
  name: 'scan.pdf',
  reason: 'encrypted',
  message: 'It is encrypted.',
};

describe('a place that was not read', () => {
  it('makes a citation of it unreadable, even if another source has the words', async () => {
    expect(await verifiedOne({ quote: notice, source: 'scan.pdf' }, both, [failed])).toMatchObject({
      verdict: 'unreadable',
      passes: false,
      detail: 'scan.pdf was not read: It is encrypted.',
    });
  });

  it('makes a citation without a source unreadable if no other source has the words', async () => {
    const [there, missing, otherFile] = await verified(
      [
        { quote: notice },
        { quote: 'The harbour master fines every ferry.' },
        { quote: 'The harbour master fines every ferry.', ...named },
      ],
      both,
      [failed],
    );
    expect([there?.verdict, missing?.verdict, otherFile?.verdict]).toEqual([
      'exact',
      'unreadable',
      'not_found',
    ]);
  });

  it('can be a page', async () => {
    const content = { ...agreement.content, unread: [{ where: 'page 2', reason: 'it has no words' }] };
    const partly = { ...agreement, content };
    const quote = 'The harbour master fines every ferry.';
    const on = (page?: number) =>
      verifiedOne({ quote, source: 'agreement.pdf', ...(page && { page }) }, [partly]);
    expect([(await on(2)).verdict, (await on(1)).verdict, (await on()).verdict]).toEqual([
      'unreadable',
      'not_found',
      'unreadable',
    ]);
  });
});

describe('a page that was not read', () => {
  const content = { ...agreement.content, unread: [{ where: 'page 3', reason: 'it has no words' }] };
  const [first, second] = [agreement.content.ranges[0], agreement.content.ranges[1]];
  const ranges = [first, second].flatMap((range) => range ?? []);
  const numbered = ranges.map((range, at) => {
    const locator = { kind: 'page' as const, page: at + 1, pageLabel: String(at + 4) };
    return { ...range, locator };
  });
  const unknown = 'The harbour master fines every ferry.';
  const changed = audit.replace('Northmere', 'Harrow');
  it.each([
    ['the last one of a range', { quote: unknown, page: 2, endPage: 3 }, ranges, 'unreadable'],
    ['not one of the range', { quote: unknown, page: 1, endPage: 2 }, ranges, 'not_found'],
    ['another one than the named number', { quote: changed, page: '2' }, ranges, 'altered'],
    ['the named number', { quote: unknown, page: '3' }, ranges, 'unreadable'],
    ['another one than the printed number', { quote: changed, page: '5' }, numbered, 'altered'],
    ['perhaps the one with the printed number', { quote: unknown, page: '6' }, numbered, 'unreadable'],
  ])('is %s', async (_, given, read, verdict) => {
    const partly = { ...agreement, content: { ...content, ranges: read } };
    expect(await verifiedOne({ ...given, source: 'agreement.pdf' }, [partly])).toMatchObject({ verdict });
  });
});

describe('the number that a page shows', () => {
  const locators = agreement.content.ranges.map((range, at) => ({
    ...range,
    locator: { kind: 'page' as const, page: at + 1, pageLabel: String(at + 6) },
  }));
  const printed = { ...agreement, content: { ...agreement.content, ranges: locators } };
  it.each([
    ['one number', { page: '7' }, audit, 'exact'],
    ['a range of numbers', { page: '6', endPage: 7 }, audit, 'exact'],
    ['another number', { page: '8' }, audit, 'wrong_page'],
    ['a short altered quote', { page: '8' }, 'within 60 days after receipt', 'altered'],
  ])('is compared with %s', async (_, page, quote, verdict) => {
    expect(await verifiedOne({ quote, source: 'agreement.pdf', ...page }, [printed])).toMatchObject({
      verdict,
    });
  });
});

describe('a file that was not read', () => {
  const namesake = { ...failed, name: 'other/agreement.pdf' };
  it.each([
    ['is one of two files with the name', 'agreement.pdf', namesake],
    ['can be the file with an unknown name', 'unknown.pdf', failed],
  ])('makes a citation unreadable if it %s', async (_, name, file) => {
    const quote = 'The harbour master fines every ferry.';
    const here = { ...agreement, name: 'one/agreement.pdf' };
    expect(await verifiedOne({ quote, source: name }, [here, policy], [file])).toMatchObject({
      verdict: 'unreadable',
      detail: `${file.name} was not read: It is encrypted.`,
    });
  });
});

describe('recognised text', () => {
  const misread = source([{ text: notice.replace('Customer', 'Custorner'), method: 'ocr', confidence: 90 }]);
  it('can have misread letters, but no other number', async () => {
    expect(await verifiedOne({ quote: notice }, [misread])).toMatchObject({
      verdict: 'typography',
      found: { match: 'approximate' },
    });
    expect(await verifiedOne({ quote: notice.replace('30', '80') }, [misread])).toMatchObject({
      verdict: 'altered',
    });
  });
});
