import { capitalized } from './letter-case.ts';

/**
 * Names of the same side of an agreement, one side per line. Names of several words have hyphens. A rule can name a side
 * with another word than the document: "the supplier" for "the Vendor".
 */
const sides = `
supplier provider service-provider vendor seller contractor bidder licensor
customer client buyer purchaser subscriber licensee authority
landlord lessor owner proprietor
tenant lessee renter occupier occupant hirer
lessor owner hire-company rental-company
contractor builder main-contractor principal-contractor general-contractor
client owner employer principal building-owner
employer company firm organisation organization
employee worker staff-member team-member
lender bank creditor
borrower debtor obligor customer client
insurer underwriter insurance-company company
policyholder insured assured policy-holder
receiving-party recipient receiver
disclosing-party discloser
processor provider service-provider supplier vendor
controller customer client
carrier haulier freight-forwarder forwarder transporter
shipper consignor sender
architect consultant engineer designer
agent broker intermediary
licensor licenser owner
licensee user
`;

const names = sides
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map((name) => name.replaceAll('-', ' ')));
const all = [...new Set(names.flat())].sort((one, other) => other.length - one.length);
const anyName = all.map((name) => name.replaceAll(' ', String.raw`\s`)).join('|');

/** The other names of a side, in lower case. */
export function otherNamesOf(name: string): Set<string> {
  return new Set(
    names
      .filter((side) => side.includes(name))
      .flat()
      .filter((other) => other !== name),
  );
}

/** Matches the names of sides in a rule, with the words before them: "the supplier", "employees". */
const inRule = new RegExp(
  String.raw`(?<determiner>\b(?:the|an?|each|every|any|all|its|their|our) )?(?<![\p{L}-])(?<name>${anyName})(?<plural>s)?(?![\p{L}-])`,
  'giu',
);
/** Matches a name of a side in a document: a party has a determiner, or is defined in quotation marks. */
const inText = new RegExp(
  String.raw`(?:\b(?:the|an?|each|every|any|all|our|your|such)\s(?:\p{L}{2,20}\s)?|["“”(])(?<name>${anyName})s?(?![\p{L}-])`,
  'giu',
);

/** A party under two names. */
export type RenamedParty = { rule: string; document: string };

/** Matches a name of a side with a capital before another word with a capital: "Client Data". */
const beforeName = new RegExp(
  String.raw`\b(?<name>${all.map((name) => name.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase())).join('|')})\s(?=\p{Lu}\p{Ll})`,
  'gu',
);

/** The names of sides that a text has, in lower case, each with the text's own spelling. */
export function partiesNamed(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { groups } of [...text.matchAll(inText), ...text.matchAll(beforeName)]) {
    const name = groups?.name;
    if (name === undefined) continue;
    const key = name.toLowerCase().replace(/\s/g, ' ');
    if (!found.has(key) || /^\p{Lu}/u.test(name)) found.set(key, name);
  }
  return found;
}

/** The names of sides in the documents, and whether the documents have a word anywhere. */
export type NamedParties = { parties: ReadonlyMap<string, string>; hasWord(word: string): boolean };

/**
 * A rule with the names of parties that the documents use, and which names those are. A name is replaced if the
 * documents do not have it, and have exactly one other name of the same side. Null if nothing is replaced, or if two
 * names of the rule would become one.
 */
export function withDocumentNames(
  rule: string,
  { parties, hasWord }: NamedParties,
): { text: string; renamed: RenamedParty[] } | null {
  const renamed = new Map<string, string>();
  for (const { groups } of rule.matchAll(inRule)) {
    const name = groups?.name?.toLowerCase() ?? '';
    if (parties.has(name) || renamed.has(name) || hasWord(name)) continue;
    const others = [...otherNamesOf(name)].flatMap((other) => parties.get(other) ?? []);
    // A defined party has a capital. Other names, such as "the authorities", need not be parties.
    const defined = others.filter((other) => /^\p{Lu}/u.test(other));
    const [only, ...rivals] = defined.length > 0 ? defined : others;
    if (only !== undefined && rivals.length === 0) renamed.set(name, only);
  }
  if (renamed.size === 0 || new Set(renamed.values()).size < renamed.size) return null;
  const kept = [...rule.matchAll(inRule)].map(({ groups }) => groups?.name?.toLowerCase() ?? '');
  if (
    kept.some(
      (name) => !renamed.has(name) && [...renamed.values()].some((other) => other.toLowerCase() === name),
    )
  )
    return null;
  const text = rule.replace(inRule, (whole, ...found) => {
    const groups: Record<string, string | undefined> = found.at(-1);
    const other = renamed.get(groups.name?.toLowerCase() ?? '');
    if (other === undefined) return whole;
    const determiner = groups.determiner ?? (groups.plural === undefined ? '' : 'the ');
    return `${/^\p{Lu}/u.test(whole) ? capitalized(determiner) : determiner}${other}`;
  });
  return { text, renamed: [...renamed].map(([name, document]) => ({ rule: name, document })) };
}
