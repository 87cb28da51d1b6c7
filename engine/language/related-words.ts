import { findAlike, synonymsOf } from './synonyms.ts';
import { readWordGroups } from './word-groups.ts';

/**
 * Words that documents use when they write about the same subject, one group per line: different words for one thing,
 * the noun and the verb, the narrower and the wider word. Words of a group need not have the same meaning. The list is
 * used to find passages and to decide that no passage is about a rule, never to decide an outcome.
 */
const groups = `
royalty commission revenue profit proceeds
revenue turnover income sales earnings proceeds
expire terminate end cease lapse conclude
term duration period length
term expire terminate expiration termination renew
return surrender relinquish redeliver
last continue survive remain endure persist extend
survive permanent forever
perpetual permanent forever irrevocable
oral verbal spoken
duty obligation responsibility undertaking commitment covenant
secret proprietary confidential
belong title vest proprietary ownership
create develop conceive invent
supersede replace prevail override merge
supersede entire whole
earlier prior previous former
subcontract delegate assign sublicense
available accessible reachable uptime downtime
outage downtime interruption unavailable
automatic itself
insolvent bankrupt bankruptcy insolvency receivership liquidation creditor
penalty liquidated forfeit fine
discriminate discrimination equality
bribe bribery corruption
damage loss harm
overdue late delinquent unpaid arrears
court judicial tribunal jurisdiction
solicit hire recruit induce poach
employee workforce headcount
compete competitive competitor rival
lawsuit litigation proceeding suit
restrict restrain
password passphrase passcode secret pin
subsidiary affiliate
shareholder stockholder
share stock equity
repurchase buyback
inventory stock
union bargaining
weakness deficiency
breach default violate
remedy cure rectify grace
infringe violate misappropriate
intellectual patent copyright trademark invention
sublicense license
licence license
disparage defame criticise criticize denigrate malign
transition migration handover wind-down
quantity volume
discount rebate
increase raise adjust
disaster emergency catastrophe
dividend distribution
auditor accountant
incorporate organize domicile
concentration reliance depend
pandemic epidemic
child minor infant
wage salary remuneration
overtime working-hours
`;

const { share, around } = readWordGroups(groups);

/** Whether two terms, as `english.stem` returns them, are synonyms or belong to the same subject. */
export function areRelated(one: string, other: string): boolean {
  return findAlike(one, other) || share(one, other);
}

/** The synonyms of a term and the terms of the same subject, without the term itself. */
export function relatedTo(term: string): string[] {
  return [...new Set([...synonymsOf(term), ...around(term)])].filter((other) => other !== term);
}
