/** The text of the generated documents: a contract of eighteen clauses with different numbers, dates and names. */
export type Clause = { title: string; paragraphs: string[]; items: string[] };

const parties = ['Northwind Pumps', 'Harbour Services', 'Aldous Freight', 'Mirador Optics'];
const subjects = ['Delivery', 'Incidents', 'Payment', 'Retention', 'Insurance', 'Audit'];

export const clauses: Clause[] = Array.from({ length: 18 }, (_, index) => clause(index + 1));

export const prices: [string, number, number][] = Array.from({ length: 24 }, (_, index) => [
  `Pump model ${100 + index * 7}`,
  2 + ((index * 5) % 11),
  1250.5 + index * 37.25,
]);

export const slides = clauses.slice(0, 5).map(({ title, items }) => ({ title, items }));

function clause(number: number): Clause {
  const [party, other] = [parties[number % 4] ?? '', parties[(number + 1) % 4] ?? ''];
  const subject = subjects[number % 6] ?? '';
  const hours = 4 + number * 3;
  return {
    title: `${number}. ${subject} between ${party} and ${other}`,
    paragraphs: [
      `${party} shall report every incident to ${other} within ${hours} hours after it has become aware of the incident, and shall name a person who answers questions about it until the matter is closed.`,
      `The fee of ${(number * 1375.5).toFixed(2)} euro is due on ${number} March ${2018 + number}, unless ${other} has withdrawn its order in writing at least ${number + 20} days before. Interest on late sums runs at ${(number / 4 + 2).toFixed(2)} percent a year, counted from the day after the due date and never compounded.`,
      `Records are kept for ${number + 5} years from the end of the agreement. Neither party may disclose them to others, except where a court or an authority asks for them by an order that names the records and the purpose; the other party is then told without delay, provided that the law allows it.`,
    ],
    items: [
      `a written plan that ${party} renews every ${number + 1} months`,
      `an insured sum of at least ${number * 250} thousand euro for each event`,
      `access for auditors of ${other} on ${number + 9} working days' notice`,
    ],
  };
}
