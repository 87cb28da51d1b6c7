import type { ChatRequest } from '../../tools/model-server/protocol.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../tools/model-server/rule-request.ts';

type Topic = {
  name: string;
  /** The rule, and how a document can say the same; `#` stands for the number. */
  rule: string;
  clauses: readonly string[];
  /** What the rule asks for, and numbers that keep it and that break it. */
  asked: string;
  kept: readonly string[];
  broken: readonly string[];
  /** The words that only the clause of this topic has. */
  about: RegExp;
  most: boolean;
};

const topics: readonly Topic[] = [
  {
    ...{ name: 'Payment', about: /invoice/i, most: true, asked: '30 days' },
    rule: 'Every invoice must be paid within # of receipt.',
    clauses: [
      'The Customer shall pay each invoice within # after it was received.',
      'Invoices fall due no later than # after receipt.',
    ],
    kept: ['30 days', 'twenty (20) days', '2 weeks'],
    broken: ['forty-five (45) days', '60 days', '10 weeks', 'ninety (90) days'],
  },
  {
    ...{ name: 'Notice', about: /terminat/i, most: false, asked: '60 days' },
    rule: 'Either party may terminate the agreement with at least # of notice.',
    clauses: [
      'This agreement can be terminated by either party on not less than # of written notice.',
      'Termination takes a notice of at least #.',
    ],
    kept: ['60 days', 'ninety (90) days'],
    broken: ['30 days', 'fifteen (15) days', '2 weeks'],
  },
  {
    ...{ name: 'Liability', about: /liabilit/i, most: true, asked: 'EUR 100,000' },
    rule: 'The liability of the supplier must be limited to at most #.',
    clauses: [
      'The Supplier’s total liability shall not exceed #.',
      'Liability of the Supplier is capped at a maximum of #.',
    ],
    kept: ['EUR 100,000', 'EUR 80,000'],
    broken: ['EUR 250,000', '€1,000,000', 'EUR 2.5 million'],
  },
  {
    ...{ name: 'Interest', about: /interest/i, most: true, asked: '5 %' },
    rule: 'Interest on late payments must not exceed # per year.',
    clauses: [
      'Sums that are overdue bear interest of no more than # per year.',
      'A party in default owes interest of up to # per annum.',
    ],
    kept: ['5 %', '4.5 %'],
    broken: ['8 %', '12 %', '9.5 %'],
  },
  {
    ...{ name: 'Breach', about: /breach/i, most: true, asked: '48 hours' },
    rule: 'A data breach must be reported within #.',
    clauses: [
      'The Processor notifies the Controller of any personal data breach within # of discovery.',
      'Each breach of security is notified to the Customer no later than # after it is known.',
    ],
    kept: ['48 hours', '24 hours'],
    broken: ['72 hours', '5 days', 'ninety-six (96) hours'],
  },
  {
    ...{ name: 'Availability', about: /availab/i, most: false, asked: '99.5 %' },
    rule: 'The service must be available at least # of each month.',
    clauses: [
      'The Supplier keeps the platform available for not less than # of the month.',
      'Monthly availability is at least #.',
    ],
    kept: ['99.5 %', '99.9 %'],
    broken: ['98 %', '95.5 %', '99 %'],
  },
  {
    ...{ name: 'Backups', about: /backup/i, most: false, asked: '12 months' },
    rule: 'Backups must be kept for at least #.',
    clauses: [
      'The Supplier retains backups for a minimum of #.',
      'All backup copies are stored for at least #.',
    ],
    kept: ['12 months', '2 years'],
    broken: ['six (6) months', '3 months', '1 month'],
  },
];

const units: Record<string, number> = { day: 24, week: 168, hour: 1, month: 730, year: 8_760 };
const scales: Record<string, number> = { million: 1e6 };

/** The last number in digits of some words: hours, or the number itself. Read apart from the product. */
function numberIn(words: string): number {
  const [, digits = '', unit = ''] =
    [...words.matchAll(/(\d[\d,]*(?:\.\d+)?)\)? ?([a-z]+?)?s?(?![a-z])/g)].at(-1) ?? [];
  return Number(digits.replaceAll(',', '')) * (units[unit] ?? scales[unit] ?? 1);
}

function keeps({ most, asked }: Topic, words: string): boolean {
  return most ? numberIn(words) <= numberIn(asked) : numberIn(words) >= numberIn(asked);
}

export type Agreement = { rules: { name: string; description: string }[]; clauses: string[]; faulty: string };

/** An agreement of five clauses, one of which breaks its rule. `inWords`: the clauses have the words of their rules. */
export function agreementOf(index: number, inWords: boolean): Agreement {
  const pick = <One>(list: readonly One[], at: number): One => {
    const one = list[at % list.length];
    if (one === undefined) throw new Error('an empty list');
    return one;
  };
  const own = Array.from({ length: 5 }, (_, at) => pick(topics, index + at));
  return {
    rules: own.map(({ name, rule, asked }) => ({ name, description: rule.replace('#', asked) })),
    clauses: own.map(({ rule, clauses, kept, broken }, at) => {
      const number = pick(at === 0 ? broken : kept, Math.floor(index / topics.length) + at);
      const clause = inWords ? rule : pick(clauses, index + at);
      return clause.replace('#', number);
    }),
    faulty: pick(own, 0).name,
  };
}

/** The answers of a model that reads the clauses of these agreements without an error. */
export function truthful(request: ChatRequest) {
  const seen = ruleRequestOf(request);
  if (seen.purpose === 'support') return entails;
  const topic = topics.find(({ name }) => name === seen.about);
  const sentence = seen.passages.flatMap(({ sentences }) => sentences).find((one) => topic?.about.test(one));
  if (topic === undefined || sentence === undefined) return { json: seen.inForm(ruleAnswer({})) };
  const isKept = keeps(topic, sentence);
  const quotes = [{ ...seen.quote(sentence), stance: isKept ? 'supports' : 'contradicts' }];
  const outcome = isKept ? 'satisfied' : 'violated';
  return { json: seen.inForm(ruleAnswer({ quotes, answer: sentence, outcome })) };
}
