export type VerbForm = 'do' | 'does' | 'did' | 'done' | 'doing';

/** The irregular verbs in the wordings, each with its past tense and its participle. */
const irregular = new Map(
  `be was been, bear bore borne, begin began begun, bring brought brought, build built built, buy bought
bought, choose chose chosen, come came come, cut cut cut, do did done, draw drew drawn, fall fell fallen,
find found found, forgo forwent forgone, get got got, give gave given, go went gone, hand handed handed,
have had had, hear heard heard, hold held held, keep kept kept, lay laid laid, leave left left, let let let,
lose lost lost, make made made, meet met met, overhaul overhauled overhauled, pay paid paid, put put put,
rise rose risen, run ran run, see saw seen, sell sold sold, send sent sent, set set set, shut shut shut,
spend spent spent, sublet sublet sublet, take took taken, tell told told, undertake undertook undertaken,
withdraw withdrew withdrawn, write wrote written`
    .split(/,\s+/)
    .map((forms) => forms.split(' '))
    .map(([verb = '', past = '', participle = '']) => [verb, { past, participle }]),
);

/** Matches verbs in the wordings that double their last consonant before -ed and -ing. */
const doubling =
  /^(?:permit|submit|commit|admit|transfer|refer|defer|occur|equip|cap|ship|stop|plan|scan|log|fit|bar|let|cut|put|set|run|get|shut|sublet|drop|tag|step)$/;

/** Puts the verb at the start of a phrase into another form: `notify the buyer` becomes `notifying the buyer`. */
export function inflect(phrase: string, form: VerbForm): string {
  const [verb = '', ...rest] = phrase.split(' ');
  return [formOf(verb, form), ...rest].join(' ');
}

function formOf(verb: string, form: VerbForm): string {
  if (form === 'do') return verb;
  if (form === 'does') return third(verb);
  if (form === 'doing') return gerund(verb);
  const forms = irregular.get(verb);
  if (forms) return form === 'did' ? forms.past : forms.participle;
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${doubled(verb)}ed`;
}

function third(verb: string): string {
  if (verb === 'be') return 'is';
  if (verb === 'have') return 'has';
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function gerund(verb: string): string {
  if (verb === 'be') return 'being';
  if (/[^e]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  return `${doubled(verb)}ing`;
}

function doubled(verb: string): string {
  return doubling.test(verb) ? verb + verb.slice(-1) : verb;
}
