import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const assignment =
  'Neither party may assign this agreement without the prior written consent of the other party.';
const written = 'The agreement may be amended only in writing signed by both parties.';
const entire = 'This agreement must be the entire agreement between the parties.';

describe('a clause in a form that contracts use', () => {
  it.each([
    [
      'a ban on more things',
      assignment,
      'Neither party may assign this Agreement or any rights or obligations hereunder without the prior written consent of the other party.',
    ],
    [
      'a ban on more acts',
      assignment,
      'Neither Party shall sell, assign, subcontract or otherwise transfer this Agreement without the prior written consent of the other Party.',
    ],
    [
      'a ban on all ways of an act',
      assignment,
      'Neither party may assign this Agreement, whether voluntarily, by operation of law or otherwise, without the prior written consent of the other party.',
    ],
    [
      'a ban with a rider on the consent',
      assignment,
      'Neither party may assign this Agreement without the prior written consent of the other party, which consent shall not be unreasonably withheld, conditioned or delayed.',
    ],
    [
      'a ban that begins with the thing',
      assignment,
      'Neither this Agreement nor any of the rights hereunder may be assigned by either party without the prior written consent of the other party.',
    ],
    [
      'a ban that begins with the thing and has commas',
      assignment,
      'Neither this Agreement, nor any rights or obligations hereunder, may be assigned or delegated by either party without the prior written consent of the other party.',
    ],
    [
      'counterparts that are one agreement',
      'This agreement may be executed in counterparts.',
      'This Agreement may be executed in two or more counterparts, each of which shall be an original, but all of which shall together constitute one agreement.',
    ],
    [
      'a denial with “unless”',
      written,
      'No amendment or modification of any provision of this Agreement shall be effective unless in writing and signed by both parties hereto.',
    ],
    [
      'a denial with “except”',
      written,
      'This Agreement may not be modified, supplemented or amended except by an instrument in writing signed on behalf of each of the parties.',
    ],
    [
      'another verb for the entire agreement',
      entire,
      'This Agreement, including the Exhibits hereto, embodies the entire understanding of the parties with respect to its subject matter and supersedes all prior agreements.',
    ],
    [
      'capitals',
      'The supplier must not be liable for indirect damages.',
      '14. Liability\nTHE SUPPLIER SHALL IN NO EVENT BE LIABLE FOR ANY SPECIAL, INDIRECT OR CONSEQUENTIAL DAMAGES, EVEN IF IT HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGES.',
    ],
  ])('probably meets the rule: %s', async (_, rule, text) => {
    expect(await ask(rule, text)).toMatchObject({ outcome: 'satisfied', support: 'partial' });
  });

  it.each([
    [
      'the consent is not needed for some assignments',
      assignment,
      'Neither party may assign this Agreement without the prior written consent of the other party, except that the Supplier may assign it to an affiliate.',
    ],
    [
      'only waivers are in writing',
      written,
      'No waiver of any provision shall be effective unless in writing.',
    ],
    [
      'one party signs',
      written,
      'No amendment of this Agreement shall be effective unless in writing and signed by the party to be charged.',
    ],
    ['it may be oral', written, 'This Agreement may be amended in writing or orally.'],
    [
      'other documents belong to the agreement',
      entire,
      'This Agreement, the Purchase Agreement and the Lease constitute the entire agreement between the parties.',
    ],
    [
      'it is denied',
      entire,
      'This Agreement does not constitute the entire agreement between the parties, because the Order Form also applies.',
    ],
    ['it was only a draft', entire, 'Rejected Draft: This Agreement constitutes the entire agreement.'],
    [
      'the rule asks for a notary too',
      'Amendments must be in writing and notarised.',
      'This Agreement may be amended only in writing.',
    ],
    [
      'the rule asks for a language too',
      'Notices must be in writing in English.',
      'All notices under this Agreement shall be in writing.',
    ],
    [
      'the rule is about the other party',
      'Notices given by the tenant must be in writing.',
      'Any notice given by the landlord shall be in writing.',
    ],
    [
      'only the change of one schedule is in writing',
      'This agreement may be amended only in writing.',
      'No amendment of Schedule 2 shall be effective unless in writing.',
    ],
    [
      'only one waiver is in writing',
      'A waiver must be in writing.',
      'No waiver of clause 7 by the Supplier shall be effective unless in writing.',
    ],
    [
      'one party may change a part without writing',
      written,
      'This Agreement may be amended only in writing signed by both parties, except that the Supplier may change the prices by notice.',
    ],
    [
      'a schedule is not a part of the agreement',
      entire,
      'Except as set out in Schedule 2, this Agreement constitutes the entire agreement between the parties.',
    ],
    [
      'wilful misconduct is left out',
      'The supplier must not be liable for indirect damages.',
      'The supplier shall not be liable for any indirect damages arising out of this Agreement or its performance except for wilful misconduct.',
    ],
    [
      'fraud is left out after the theories of liability',
      'The supplier must not be liable for indirect damages.',
      'The supplier shall not be liable for any indirect damages, however caused and under any theory of liability, except in case of fraud.',
    ],
    [
      'an affiliate may receive it',
      assignment,
      'Neither party may assign this Agreement without the prior written consent of the other party, and any attempted assignment is void unless it is to an affiliate.',
    ],
  ])('does not meet the rule if %s', async (_, rule, text) => {
    const { outcome } = await ask(rule, text);
    expect(outcome).not.toBe('satisfied');
  });
});

describe('a sentence beside a clause that only names the whole document', () => {
  it.each([
    'Except as otherwise provided in this Agreement, the remedies in this Agreement are not exclusive of any other remedies.',
    'The invalidity or unenforceability of any provision of this Agreement shall not affect the validity of any other provision.',
    'The confidential portions of this Exhibit have been omitted and filed separately with the Securities and Exchange Commission.',
  ])('leaves the clause as it is: %s', async (beside) => {
    const text = `9.1 The supplier shall return all documents within 30 days.\n${beside}`;
    expect(await ask('The supplier must return all documents within 30 days.', text)).toMatchObject({
      outcome: 'satisfied',
    });
  });
});
