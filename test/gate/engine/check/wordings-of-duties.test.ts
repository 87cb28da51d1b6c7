import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const returned =
  'The provider must return all data of the client to the client within 10 days of the end of the contract.';
const report =
  'The employee must report every suspicion of fraud to the compliance officer within 5 days of learning of it.';
const light = 'The laboratory must provide a minimum of 500 lux at each workplace.';
const raise = 'The provider must not increase the prices during the first year.';
const build = 'The tenant must not make structural alterations without the written consent of the landlord.';
const audit = 'The client must have the right to inspect the books of the provider.';

describe('a clause in other words than the rule', () => {
  it.each([
    [
      returned,
      'The Provider pledges to hand over all data of the Client to the Client in 10 days or less from the end of the contract.',
    ],
    [
      returned,
      'The Provider is bound to transfer all data of the Client back to the Client within at most 10 days of the end of the contract.',
    ],
    [
      report,
      'The Employee covenants to bring any suspicion of fraud to the attention of the Compliance Officer before the expiry of 5 days from learning of it.',
    ],
    [
      light,
      'It shall be mandatory for the Laboratory to provide 500 lux at the very least at each workplace.',
    ],
    [light, 'The obligation to provide never below 500 lux at each workplace lies with the Laboratory.'],
    [raise, 'In no event shall the Provider put up its prices in the first year.'],
    [raise, 'Putting up its prices in the first year is prohibited for the Provider.'],
    [raise, 'The Provider lacks the right to raise its prices in the first year.'],
    [
      build,
      'It is not permitted for the Tenant to carry out structural alterations unless the Landlord has consented in writing.',
    ],
    [audit, 'Nothing prevents the Client from inspecting the books of the Provider.'],
    [audit, 'The right to examine the books of the Provider is granted to the Client.'],
    [
      returned,
      'It falls to the Provider to hand over all data of the Client to the Client, without delay and at the latest within 10 days following the end of the contract.',
    ],
    [light, 'Providing 500 lux or above at each workplace is the sole responsibility of the Laboratory.'],
    [raise, 'By no means shall the Provider increase its prices in the first year.'],
  ])('meets the rule “%s”: “%s”', async (rule, text) => {
    expect(await ask(rule, text)).toMatchObject({ outcome: 'satisfied' });
  });

  it.each([
    [
      returned,
      'The Provider shall hand over all data of the Client to the Customs Broker within 10 days of the end of the contract.',
    ],
    [
      returned,
      'The Provider shall return all data of the Client to the Client when 10 days from the end of the contract are over.',
    ],
    [light, 'The Laboratory has yet to provide a minimum of 500 lux at each workplace.'],
    [light, 'The Laboratory is yet to provide a minimum of 500 lux at each workplace.'],
    [light, 'The Laboratory is reluctant to provide a minimum of 500 lux at each workplace.'],
    [light, 'The Laboratory is not under any duty to provide a minimum of 500 lux at each workplace.'],
    [light, 'The Laboratory shall provide 500 lux (maximum) at each workplace.'],
    [light, 'The Laboratory shall provide nothing more than 500 lux at each workplace.'],
    [
      returned,
      'The Provider shall return all data of the Client to the Client 10 days after the end of the contract at the earliest.',
    ],
    [raise, 'The Provider is urged not to increase the prices during the first year.'],
    [audit, 'The Client is seeking permission to inspect the books of the Provider.'],
    [light, 'The Laboratory shall provide a minimum of 500 lux at each workplace (until 3 May 2019).'],
    [build, 'The Tenant may carry out structural alterations unless the Landlord objects in writing.'],
    [audit, 'The right to inspect the books of the Provider is denied to the Client.'],
    ['The supplier must insure the premises.', 'The Supplier’s agent must insure the premises.'],
    ['The staff member must lock the office.', 'It is for a former Staff Member to lock the office.'],
    [
      'In the plants, six inspections must be made by the auditor.',
      'The Auditor shall make six inspections in the museum.',
    ],
  ])('does not meet the rule “%s” if it differs from the rule: “%s”', async (rule, text) => {
    expect((await ask(rule, text)).outcome).not.toBe('satisfied');
  });
});

describe('another clause that names the clause', () => {
  const rule = 'The supplier must notify the customer within 24 hours.';
  const clause = '1.1 The Supplier shall notify the Customer within 24 hours.\n\n9.4 ';
  it.each([
    'Compliance with clause 1.1 is required even where the sum is small.',
    'Cases where the sum is small are within the scope of clause 1.1.',
    'Clause 1.1 does not depend on any approval.',
    'Clause 1.1 applies at once.',
    'Clause 1.1 shall be read without any exception for cases where the sum is small.',
  ])('leaves it in force: “%s”', async (other) => {
    expect(await ask(rule, clause + other)).toMatchObject({ outcome: 'satisfied' });
  });

  it.each([
    ['Compliance with clause 1.1 is waived where the sum is small.', 'partly_satisfied'],
    ['Cases where the sum is small are outside the scope of clause 1.1.', 'partly_satisfied'],
    ['Clause 1.1 depends on an approval that has not been given.', 'violated'],
    ['Nobody may invoke clause 1.1 any longer.', 'violated'],
    ['A condition precedent to clause 1.1 has not been fulfilled.', 'violated'],
  ])('limits or ends it: “%s”', async (other, outcome) => {
    expect(await ask(rule, clause + other)).toMatchObject({ outcome });
  });
});
