import { describe, expect, it } from 'vitest';
import { citationOf } from '../../../../engine/cite/citation-of.ts';
import type { Source } from '../../../../engine/model/source.ts';
import { createPassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { risksOf } from '../../../../engine/risks/risks.ts';
import { source } from '../../../support/sources.ts';

/** The kinds and texts of the risks of a quote in the first of some files. */
async function risks(sources: readonly Source[], quote: string, statement: string) {
  const [first] = sources;
  const start = first?.content.text.indexOf(quote) ?? -1;
  if (first === undefined || start < 0) throw new Error(`“${quote}” must be in the first file`);
  const { passages } = await createPassageIndex(sources);
  const place = {
    source: first,
    start,
    end: start + quote.length,
    match: 'exact' as const,
    corrected: false,
  };
  return risksOf({ citations: [citationOf(place, 'supports')], statement }, passages, sources).map(
    ({ kind, text, source: { name } }) => ({
      kind,
      text: text.trim().replace(/\s+/g, ' '),
      ...(name !== first.name && { name }),
    }),
  );
}

const duty = 'The Supplier shall report every incident to the Customer within 24 hours.';
const rule = 'The supplier must report incidents within 24 hours.';
const inClause = (number: string, more: string) =>
  source([
    `Agreement\n\n${number} ${duty}\n\nThe records are kept in the archive of the office.\n\n${more}\n`,
  ]);

describe('the places that may limit a quote', () => {
  it.each([
    ['5.1', '9.1 Clause 5.1 is deleted.', '9.1 Clause 5.1 is deleted.'],
    ['5.1', '9.1 Effect is no longer given to rule 5.1.', '9.1 Effect is no longer given to rule 5.1.'],
    ['5.1', '9.1 The following is replaced: clauses 4.2 and 5.1.', 'clauses 4.2 and 5.1.'],
    ['H.4', 'J.1 Resolution H.4 is suspended until May.', 'J.1 Resolution H.4 is suspended until May.'],
    ['5.1', '9.1 Ziffer 5.1 wird gestrichen.', '9.1 Ziffer 5.1 wird gestrichen.'],
    ['5.1', '9.1 An die Stelle von Ziffer 5.1 tritt § 7.', '9.1 An die Stelle von Ziffer 5.1 tritt § 7.'],
  ])('are those that end its clause %s by its number: “%s”', async (number, more, text) => {
    expect(await risks([inClause(number, more)], duty, rule)).toContainEqual({ kind: 'ends', text });
  });

  it('are no lines of a table of contents and no end of a schedule, but are a form that changes the clause', async () => {
    const contents = 'Section 4 Reports.......... 2 Section 5 Requirements .......... iii';
    expect(await risks([inClause('5', 'Schedule 5 is deleted.')], duty, rule)).toEqual([]);
    const changed = 'The amount in section 5.1 is amended to EUR ........ per month.';
    const kinds = async (line: string) => (await risks([inClause('5.1', line)], duty, rule)).length;
    expect([await kinds(contents), await kinds(changed)]).toEqual([0, 1]);
  });

  it('are those that end a part of its clause: 3(b)', async () => {
    const file = source([
      `3. Reports\n\n(a) Records are kept.\n\n(b) ${duty}\n\n7. End\n\nControl 3(b) is withdrawn.\n`,
    ]);
    expect(await risks([file], duty, rule)).toContainEqual({
      kind: 'ends',
      text: 'Control 3(b) is withdrawn.',
    });
    expect(await risks([file], 'Records are kept.', 'Records are kept.')).toEqual([]);
  });

  it('are not those that end a clause with another number, or mention the clause and end something else', async () => {
    expect(await risks([inClause('5.1', '9.1 Clause 5.11 is deleted.')], duty, rule)).toEqual([]);
    const other =
      '9.1 If goods are replaced after their delivery to the Customer, the Supplier pays for their transport, and a further report is made as described in Clause 5.1.';
    expect((await risks([inClause('5.1', other)], duty, rule)).map(({ kind }) => kind)).not.toContain('ends');
  });

  it('are at most eight, of which the gravest stay', async () => {
    const words = ['hour', 'report', 'customer', 'supplier', 'incident', 'every', 'within', 'shall', 'the'];
    const terms = words.map((word) => `“${word}” means what the list says of ${word}.`).join('\n\n');
    const quote = `${duty}\n\n5.2 The records are kept.`;
    const file = source([`Agreement\n\n5.1 ${quote}\n\n${terms}\n\n9.1 Clause 5.2 is deleted.\n`]);
    const found = await risks([file], quote, rule);
    expect(found).toHaveLength(8);
    expect(found[0]).toEqual({ kind: 'ends', text: '9.1 Clause 5.2 is deleted.' });
  });

  it('are those of another file that ends the clause, unless that file has a clause of this number itself', async () => {
    const change = (text: string) => source([text], { name: 'change.pdf', fileIndex: 1 });
    const agreement = inClause('5.1', 'End.');
    const text = 'Clause 5.1 is deleted.';
    expect(await risks([agreement, change(`Letter\n\n${text}\n`)], duty, rule)).toEqual([
      { kind: 'ends', text, name: 'change.pdf' },
    ]);
    const lease = change(`Lease\n\n5.1 The rent is 900 EUR.\n\n8.1 ${text}\n`);
    expect(await risks([agreement, lease], duty, rule)).toEqual([
      { kind: 'bears', text: `8.1 ${text}`, name: 'change.pdf' },
    ]);
  });

  it.each([
    ['Under the old rules, abolished in 2019, ', ''],
    ['Until 4 May 2018, the following applied: ', ''],
    ['Until April 23, 2018, this applied, and no longer does: ', ''],
    ['Counter-proposal, not taken up: ', ''],
    ['There was a motion that ', ''],
    ['“', '” – so proposed, but without success.'],
    ['“', '” This text expired in 2016.'],
    ['A textbook gives this example. “', '”'],
    ['Draft:\n\n', ''],
    ['As suppliers knew the text in 2014, abolished since then, ', ''],
  ])('are the words around it that make it no statement of the document: “%s…%s”', async (before, after) => {
    const file = source([`Notes\n\nThe office is open.\n\n${before}${duty}${after}\n`]);
    expect((await risks([file], duty, rule)).map(({ kind }) => kind)).toContain('unreal');
  });

  it('are quotation marks around it, but not around a term, and not around the new text of a clause', async () => {
    const kinds = async (text: string) =>
      (await risks([source([`Notes\n\n${text}\n`])], text, rule)).map(({ kind }) => kind);
    expect(
      await kinds('A letter of Aldermere Ltd says: “The Supplier shall report incidents within 24 hours.”'),
    ).toEqual(['reported']);
    expect(
      await kinds('The “Supplier” shall report incidents to the office of the Customer within 24 hours.'),
    ).toEqual([]);
    expect(await kinds('“The Supplier shall report incidents within 24 hours.”')).toEqual([]);
    expect(
      await kinds('Clause 7.2 is replaced by: “The Supplier shall report incidents within 24 hours.”'),
    ).toEqual([]);
  });

  it.each([
    [
      `${duty} However, incidents at weekends, nights and holidays are excepted, for example a theft of goods from the northern offices.`,
      'follows',
      'However, incidents at weekends, nights and holidays are excepted, for example a theft of goods from the northern offices.',
    ],
    [
      `${duty} Reports are in writing. No report is made unless the Customer asks for it.`,
      'limits',
      'No report is made unless the Customer asks for it.',
    ],
    [
      `${duty} Notwithstanding Clause 5, tests are not reported.`,
      'limits',
      'Notwithstanding Clause 5, tests are not reported.',
    ],
    [
      `${duty.replace('.', '¹.')} Reports are in writing.\n\nEnd.\n\n¹ Only in the first year.\n\n¹ Not here.`,
      'limits',
      '¹ Only in the first year.',
    ],
    [
      `${duty}\n\n“Incident” means a loss of data.\n\n“Incident” means a fire.`,
      'defines',
      '“Incident” means a loss of data.',
    ],
  ])(
    'are its exceptions and footnotes, the next sentence that points back, and the definitions of its terms',
    async (text, kind, place) => {
      const [quote = ''] = /^The Supplier.*?hours¹?\./.exec(text) ?? [];
      expect(await risks([source([`Agreement\n\n${text}\n`])], quote, rule)).toContainEqual({
        kind,
        text: place,
      });
    },
  );

  it.each([
    [
      'the end of its clause rather than of a condition or of the next sentence',
      `5.1 ${duty}\n5.2 Unless the Customer objects, Clause 5.1 is deleted.`,
      'ends',
      '5.2 Unless the Customer objects, Clause 5.1 is deleted.',
    ],
    [
      'a change of its clause rather than the next sentence',
      `5.1 ${duty} However, Clause 5.1 is deleted.`,
      'bears',
      'However, Clause 5.1 is deleted.',
    ],
    [
      'a change of its clause rather than a definition',
      `5.1 ${duty}\n\n“Incident” means a loss of data, except for those in Clause 5.1.`,
      'bears',
      '“Incident” means a loss of data, except for those in Clause 5.1.',
    ],
    [
      'an exception rather than a definition',
      `5.1 ${duty} Records are kept. “Incident” means a loss of data, unless it is restored.`,
      'limits',
      '“Incident” means a loss of data, unless it is restored.',
    ],
  ])('are each named once, by the gravest of their reasons: %s', async (_, text, kind, place) => {
    expect(await risks([source([`Agreement\n\n${text}\n`])], duty, rule)).toEqual([{ kind, text: place }]);
  });

  it.each([
    'Paragraph 5.1 has no further application.',
    'The parties leave out clause 5.1, and no report is made under clause 5.1.',
    'Now applies instead of what was written in clause 5.1: The Supplier may refrain from this.',
  ])('are sentences about the clause, whatever their verb: %s', async (about) => {
    const file = source([`Agreement\n\n5.1 ${duty}\n\n6.1 ${about}\n`]);
    expect(await risks([file], duty, rule)).toEqual([
      { kind: expect.stringMatching(/names|ends/), text: `6.1 ${about}` },
    ]);
  });

  it.each([
    ['As from May, the ten (10) days in paragraph 5.1 become five (5) days.', true],
    ['The ten days in paragraph 5.1 begin on a Monday.', false],
    ['A report under paragraph 5.1 has at most 20 pages.', false],
  ])('are sentences with another number for the clause: %s', async (about, isRisk) => {
    const timed = 'The Supplier reports an incident within 10 days.';
    const file = source([`Agreement\n\n5.1 ${timed}\n\n6.1 ${about}\n`]);
    expect((await risks([file], timed, rule)).map(({ kind }) => kind)).toEqual(isRisk ? ['names'] : []);
  });

  it('are none for an ordinary clause among others', async () => {
    const file = source([
      `Agreement\n\n5.1 ${duty}\n\n5.2 The Customer pays 20 EUR for each report that it has asked for. Reports are no longer than 10 pages.\n\n6.1 The annex explains the procedure under clause 5.1, and the fees of clause 5.2.\n\nCLAUSE 5 – REPORTS AND FEES\n`,
    ]);
    expect(await risks([file], duty, rule)).toEqual([]);
  });
});
