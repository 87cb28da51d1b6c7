import { describe, expect, it } from 'vitest';
import type { Source } from '../../../../engine/model/source.ts';
import { source } from '../../../support/sources.ts';
import { ask, filler, modelClient } from './support/ask.ts';

const rule = 'The operator must test the backups.';
const clause = 'The operator shall test the backups.';

describe('a clause with a number', () => {
  it.each([
    ['20. ', 'Clause 20'],
    ['20\\. ', 'Clause 20'],
    ['20) ', 'Clause 20'],
    ['20\\) ', 'Clause 20'],
    ['- 20. ', 'Clause 20'],
    ['* 7.2 ', 'Clause 7.2'],
    ['7\\.2 ', 'Clause 7.2'],
    ['**7.2** ', 'Clause 7.2'],
    ['**7.2.** ', 'Clause 7.2'],
    ['7.2: ', 'Clause 7.2'],
    ['• A.1 ', 'Section A.1'],
    ['§ 4.1 ', '§ 4.1'],
    ['§4 ', '§4'],
    ['§ 4 ', '§ 4'],
  ])('is not confirmed if another clause suspends it: number “%s”', async (number, name) => {
    const effect = `${name} takes effect once a date has been fixed for it.`;
    const answer = await ask(rule, `${number}${clause}\n\n${number.replace(/\d/, '3')}${effect}`);
    expect(answer).toMatchObject({ outcome: 'undetermined', support: 'partial' });
    expect(answer.quotes.map(({ quote }) => quote).join('\n')).toContain(effect);
  });

  it.each([['1. Clause 20 is abrogated'], ['2 Clause 20 – deleted']])(
    'is not confirmed if a numbered line that looks like a heading ends it: “%s”',
    async (line) => {
      const answer = await ask(rule, `20. ${clause}\n\nAMENDMENT\n\n${line}\n\nThe rest applies.`);
      expect(answer).toMatchObject({ outcome: 'violated', support: 'partial' });
    },
  );

  it.each([['20\\. '], ['- 20. '], ['**7.2** ']])(
    'is confirmed if no other clause refers to it: number “%s”',
    async (number) => {
      expect(await ask(rule, `${number}${clause}`)).toMatchObject({
        outcome: 'satisfied',
        support: 'entails',
      });
    },
  );

  it('has the number after a heading in the same line, and the number of another clause does not refer to it', async () => {
    const text =
      'ARTICLE 15 - STATEMENTS 15.1 The Company will prepare statements, released on the 15th day of each quarter. ARTICLE 17 - PRESERVATION OF RECORDS 17.1 All company records will be kept for a minimum of five (5) years.';
    const answer = await ask('Records must be kept for at least seven years.', text);

    expect(answer.outcome).toBe('violated');
    expect(answer.quotes).toHaveLength(1);
  });

  it('has the number of the last clause before its own letter, although a heading has an earlier number', async () => {
    const text =
      '8. Communications. The parties shall write to each other in English.\n\n9. Miscellaneous.\n\n(a) Backups. The operator shall test the backups within 30 days.';
    const answer = await ask('The operator must test the backups within 20 days.', text);

    expect(answer.statement).toContain('lause 9(a) says within 30 days');
  });

  it('is not confirmed if its number is not recognised and another clause suspends a clause whose number was not found', async () => {
    const effect = 'Clause 20 takes effect once a date has been fixed for it.';
    expect((await ask(rule, `No 20/a ${clause}\n\n${effect}`)).support).not.toBe('entails');
  });
});

describe('a sentence under a heading that has a line of its own', () => {
  it('is not called by the number of an earlier line, such as an address', async () => {
    const text = [
      '19. NOTICES.',
      'Notices must be sent to the parties at these addresses:',
      'C. Acme Biotechnology, Inc',
      '9110 Red Road, Columbia',
      '20. LAW.',
      'This Agreement shall be governed by the laws of the State of Delaware.',
    ].join('\n\n');
    const { statement } = await ask('The agreement must be governed by the law of New York.', text);
    expect(statement).toContain('Delaware');
    expect(statement).not.toContain('Clause C');
  });
});

describe('a clause of one file', () => {
  const ended = 'Clause 7.2 is deleted.';
  const own = source([...filler, `7.2 ${clause}`], { name: 'lease.pdf' });
  const other = (text: string) => source([...filler, text], { name: 'annex.pdf', fileIndex: 1 });
  const answer = async (...sources: readonly Source[]) => (await modelClient(sources))(rule);

  it('is ended by a sentence of another file, unless that file has a clause with this number', async () => {
    expect(await answer(own, other('The annex has no such clause.'))).toMatchObject({
      ...{ outcome: 'satisfied', support: 'entails' },
    });
    expect(await answer(own, other(ended))).toMatchObject({ outcome: 'violated', support: 'partial' });
    const ownClause = `7.2 The guests of the house sign the visitors' book.\n\n9.1 ${ended}`;
    expect(await answer(own, other(ownClause))).toMatchObject({ outcome: 'satisfied', support: 'entails' });
  });
});
