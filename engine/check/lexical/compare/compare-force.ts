import type { Force } from '../parse/force.ts';

/** How the force of a clause (duty, ban, right, advice and so on) compares with the force that a rule asks for. */
export function compareForce(asked: Force, stated: Force): 'same' | 'weaker' | 'against' | 'unclear' {
  return comparisons[asked]?.[stated] ?? 'unclear';
}

const refusing = {
  exempt: 'against',
  ban: 'against',
  'denied fact': 'against',
  'advice against': 'against',
  'hope against': 'against',
} as const;
const comparisons: Partial<Record<Force, Partial<Record<Force, 'same' | 'weaker' | 'against'>>>> = {
  duty: { duty: 'same', fact: 'same', right: 'against', advice: 'weaker', hope: 'against', ...refusing },
  'past fact': {
    fact: 'same',
    'past fact': 'same',
    right: 'against',
    advice: 'against',
    hope: 'against',
    ...refusing,
  },
  fact: {
    fact: 'same',
    duty: 'same',
    right: 'against',
    advice: 'against',
    hope: 'against',
    ...refusing,
  },
  ban: {
    ban: 'same',
    'denied fact': 'same',
    right: 'against',
    duty: 'against',
    'advice against': 'weaker',
    'hope against': 'against',
    advice: 'against',
  },
  'denied fact': {
    ban: 'same',
    'denied fact': 'same',
    right: 'against',
    duty: 'against',
    fact: 'against',
    'advice against': 'weaker',
    'hope against': 'against',
  },
  right: { right: 'same', duty: 'same', ban: 'against', hope: 'against' },
};
