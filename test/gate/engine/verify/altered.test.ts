import { describe, expect, it } from 'vitest';
import { source } from '../../../support/sources.ts';
import { agreement, audit, both, notice, payment } from './support/agreement.ts';
import { verifiedOne } from './support/verified.ts';

const named = { source: 'agreement.pdf', page: 1 };

describe('a quote with changed words', () => {
  it.each([
    ['number', notice.replace('30', '90'), { source: '30', quote: '90' }],
    ['negation', audit.replace(' not', ''), { source: 'not', quote: '' }],
    ['negation', notice.replace('may end', 'may not end'), { source: '', quote: 'not' }],
    ['name', audit.replace('Northmere', 'Harrow'), { source: 'Northmere', quote: 'Harrow' }],
    ['modality', audit.replace('shall', 'may'), { source: 'shall', quote: 'may' }],
    ['words', notice.replace('writing', 'person'), { source: 'writing', quote: 'person' }],
  ])('is altered, and the change is a %s', async (kind, quote, change) => {
    const one = await verifiedOne({ quote, source: 'agreement.pdf' }, both);
    expect(one).toMatchObject({ verdict: 'altered', passes: false, changes: [{ kind, ...change }] });
    const shown = (one.diff ?? []).filter((part) => part.in !== 'source').map(({ text }) => text);
    expect(shown.join(' ')).toBe(quote.replace(/\.$/, ''));
  });

  it('is altered if it is too short to be found but for its named page', async () => {
    expect(
      await verifiedOne({ quote: 'within 60 days after receipt', source: 'agreement.pdf', page: 3 }, [
        agreement,
      ]),
    ).toMatchObject({
      verdict: 'altered',
      changes: [{ kind: 'number', source: '45', quote: '60' }],
    });
  });

  const clauses = source(
    [
      'The Tenant pays within 30 days of the notice, at the end of the term and in the event of a merger.',
      'The Buyer may not terminate. The Seller shall repair the engine at its own cost. 契約の保存期間は三年とする。',
    ],
    { name: 'clauses.pdf' },
  );
  it.each([
    ['within 60 days of the notice', '30', '60', 'number'],
    ['The Buyer may terminate', 'not', '', 'negation'],
    ['Seller shall replace the engine', 'repair', 'replace', 'words'],
    ['The Tenant pays within 90 days', '30', '90', 'number'],
  ])('is altered if it is short, whatever page is named: %s', async (quote, stored, claimed, kind) => {
    for (const place of [{}, { source: 'clauses.pdf' }, { source: 'clauses.pdf', page: 9 }]) {
      expect(await verifiedOne({ quote, ...place }, [clauses])).toMatchObject({
        verdict: 'altered',
        passes: false,
        changes: [{ kind, source: stored, quote: claimed }],
      });
    }
  });

  const table = source(
    ['The rate is 12 % per year and the loss was (619) dollars. It falls to -5 °C at night in the cellar.'],
    { name: 'table.pdf' },
  );
  it.each([
    ['The rate is 12 percent per year', '%', 'percent'],
    ['the loss was 619 dollars', '(619', '619'],
    ['It falls to 5 °C at night in the cellar', '-5', '5'],
  ])('is altered in a number if a sign of it differs: %s', async (quote, stored, claimed) => {
    expect(await verifiedOne({ quote }, [table])).toMatchObject({
      verdict: 'altered',
      changes: [{ kind: 'number', source: stored, quote: claimed }],
    });
  });

  it('is altered in a script without spaces', async () => {
    const quote = '契約の保存期間は五年とする';
    expect(await verifiedOne({ quote }, [clauses])).toMatchObject({
      verdict: 'altered',
      changes: [{ source: '三', quote: '五' }],
    });
    expect(await verifiedOne({ quote: '取引先は毎月報告書を提出する' }, [clauses])).toMatchObject({
      verdict: 'not_found',
    });
  });

  it.each([
    'at the start of the lease',
    'in the event of a flood',
    'within 30 hours of it',
    'The Tenant may sublet the flat',
    'at its own risk and peril',
    'the end of the engine',
    'shall not be paid within',
  ])('is not found if it is short and only small words are the same: %s', async (quote) => {
    expect(await verifiedOne({ quote, source: 'clauses.pdf' }, [clauses])).toMatchObject({
      verdict: 'not_found',
      passes: false,
    });
  });

  it('is altered if it joins sentences of different places', async () => {
    const one = await verifiedOne({ quote: `${payment} ${audit}`, source: 'agreement.pdf' }, both);
    expect(one).toMatchObject({ verdict: 'altered', changes: [{ kind: 'joined' }] });
    expect(one.detail).toContain('agreement.pdf, page 3 and in agreement.pdf, page 2');
  });

  it('leaves out words, and changes no number, if the words are between two of its sentences', async () => {
    const text = source([`${audit} 3.2 ${notice}`]);
    expect(await verifiedOne({ quote: `${audit} ${notice}` }, [text])).toMatchObject({
      changes: [{ kind: 'omission', source: '3.2', quote: '' }],
    });
  });

  it('is altered if only a part of it is in the source', async () => {
    const quote = `${audit} Violations are fined by the harbour master of the town.`;
    expect(await verifiedOne({ quote, source: 'agreement.pdf' }, both)).toMatchObject({
      verdict: 'altered',
      changes: [{ kind: 'words', source: '' }],
    });
  });

  it('is exact elsewhere rather than altered in the named source', async () => {
    expect(await verifiedOne({ quote: 'Suppliers are paid within 60 days', ...named }, both)).toMatchObject({
      verdict: 'wrong_source',
    });
  });
});

describe('a quote whose words are the same but whose joints differ', () => {
  const list = source(
    ['Chapters 1, 5 apply to the lease of 12 34 and to no other contract of the parties in Leeds.'],
    { name: 'list.pdf' },
  );
  it.each([
    ['a range for a list', 'Chapters 1-5 apply to the lease', '1, 5', '1-5', 'list.pdf'],
    ['a fraction for a list', 'Chapters 1/5 apply to the lease', '1, 5', '1/5', 'list.pdf'],
    ['a hyphen between digits', 'the lease of 12-34 and to no other contract', '12 34', '12-34', 'list.pdf'],
    [
      'a slash, and no such source',
      'the lease of 12/34 and to no other contract',
      '12 34',
      '12/34',
      'no.pdf',
    ],
  ])('is altered in a number: %s', async (_, quote, stored, claimed, name) => {
    expect(await verifiedOne({ quote, source: name, page: 200 }, [list])).toMatchObject({
      verdict: 'altered',
      passes: false,
      changes: [{ kind: 'number', source: stored, quote: claimed }],
    });
  });

  it.each([
    ['Parties sign this form. A non-disclosure agreement is signed by all visitors.'],
    ['Parties sign this form. A non-', 'disclosure agreement is signed by all visitors.'],
  ])('is altered if it leaves out a part of a hyphenated word, also on the page before', async (...pages) => {
    const given = { quote: 'disclosure agreement is signed by all visitors.', source: 'agreement.pdf' };
    const one = await verifiedOne({ ...given, page: pages.length }, [source(pages)]);
    expect(one).toMatchObject({ verdict: 'altered', passes: false });
  });
});
