import { stemmer } from 'stemmer';
import type { Language } from './language.ts';
import { words } from './words.ts';

const forms = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .flatMap((group) => {
        const [name = '', ...others] = group.split('/');
        return [name, ...others].map((form): [string, string] => [form, name]);
      }),
  );

/** Phrases of lower-case words that set a limit beside a number. */
const phrases = <Bound extends 'min' | 'max'>(bound: Bound, text: string) =>
  text.split(',').map((phrase) => ({ words: phrase.trim().split(/\s+/), bound }));

/** Forms of a word that the stemmer does not recognise: irregular verbs and plurals, and nouns of dimension. */
const irregular = forms(`
  bear/bore/borne begin/began/begun bind/bound break/broke/broken bring/brought build/built buy/bought catch/caught choose/chose/chosen
  come/came deal/dealt draw/drew/drawn drive/drove/driven fall/fell/fallen feel/felt find/found forbid/forbade/forbidden
  forget/forgot/forgotten give/gave/given go/went/gone grow/grew/grown hear/heard hide/hid/hidden hold/held keep/kept
  know/knew/known lay/laid lead/led leave/left lend/lent lose/lost make/made mean/meant meet/met overcome/overcame
  overtake/overtook/overtaken pay/paid rise/rose/risen say/said see/saw/seen seek/sought sell/sold send/sent show/shown
  speak/spoke/spoken spend/spent stand/stood steal/stole/stolen strike/struck take/took/taken teach/taught tell/told
  think/thought throw/threw/thrown undertake/undertook/undertaken understand/understood wear/wore/worn win/won
  withdraw/withdrew/withdrawn withhold/withheld write/wrote/written
  gas/gases person/people child/children analysis/analyses basis/bases criterion/criteria index/indices appendix/appendices
  matrix/matrices medium/media datum/data
  long/length high/height wide/width deep/depth strong/strength broad/breadth`);

function stem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(irregular.get(word) ?? word) : word;
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';

/** The number words of English below one hundred, without those that are composed, such as "forty-five". */
export const numbersInWords: ReadonlyMap<string, number> = new Map([
  ...small.split(' ').map((word, value): [string, number] => [word, value]),
  ...tens.split(' ').map((word, index): [string, number] => [word, (index + 2) * 10]),
]);

/**
 * English, with complete word lists. The lists contain function words and other closed classes of words, not terms of
 * any subject.
 */
export const english = {
  code: 'en',
  complete: true,
  stopWords: words(`
    a about above after again against all also although am among an and any are aren't as at be because been
    before being below between both but by can cannot could did do does doing done down during each either else
    ever every few for from further had has have having he hence her here hers herself him himself his how however
    i if in into is it its itself just least let may me might more most much must my myself neither no nor not of
    off on once one only onto or other others otherwise our ours ourselves out over own per rather same shall she
    should since so some such than that the their theirs them themselves then thence there thereby therefore
    therein thereof thereto these they this those though through thus to together too toward towards under until
    unless up upon us very via was we were what when whenever where whereas whereby wherein whether which while who
    whom whose why will with within without would yet you your yours yourself yourselves s t
    herein hereof hereto hereby hereunder thereunder`),
  metaWords: words(`
    according accordance answer ask asked assess assume based basis calculate check clause compute concerning
    consider contract define defined describe description detail details determine document each-case ensure
    evidence example explain find following give given highlight identify indicate information judgment judgments
    kind lawyer list look main mainly material mean means mention mentioned name note part particular parts please
    primarily provide provided question reasonable refer related relating relevant report requirement respond
    response result review reviewed round rule say says section show shown specific state stated statement
    statements summarize tell text used using value verify whatever`),
  stem,
  numbers: numbersInWords,
  scales: new Map([
    ['dozen', 12],
    ['hundred', 1e2],
    ['thousand', 1e3],
    ['lakh', 1e5],
    ['lakhs', 1e5],
    ['million', 1e6],
    ['mn', 1e6],
    ['mio', 1e6],
    ['crore', 1e7],
    ['crores', 1e7],
    ['billion', 1e9],
    ['bn', 1e9],
    ['mrd', 1e9],
    ['trillion', 1e12],
  ]),
  units: forms(`
    second/seconds/sec/secs minute/minutes/min/mins hour/hours/hr/hrs day/days week/weeks month/months
    quarter/quarters year/years/yr/yrs percent/%/percentage/pct dollar/dollars/$/usd euro/euros/€/eur
    pound/pounds/£/gbp cent/cents bit/bits byte/bytes kilobyte/kilobytes/kb megabyte/megabytes/mb gigabyte/gigabytes/gb
    terabyte/terabytes/tb meter/meters/metre/metres kilometer/kilometers/kilometre/kilometres/km mile/miles foot/feet
    inch/inches gram/grams kilogram/kilograms/kg ton/tons/tonne/tonnes liter/liters/litre/litres degree/degrees
    character/characters/char/chars digit/digits word/words page/pages time/times copy/copies person/persons/people
    employee/employees share/shares unit/units point/points iteration/iterations attempt/attempts`),
  comparisons: [
    ...phrases(
      'min',
      `at least, no less than, not less than, no fewer than, not fewer than, minimum of, minimum, no shorter than,
      not shorter than, no earlier than, not earlier than, from, more than, greater than, exceeding, exceeds, exceed,
      in excess of, over, longer than, above, or more, or longer, or later, or greater, or higher, or above, at minimum`,
    ),
    ...phrases(
      'max',
      `at most, no more than, not more than, no greater than, not greater than, not exceed, not exceeding, maximum of,
      maximum, up to, within, no later than, not later than, no longer than, not longer than, not to exceed,
      in no event more than, less than, fewer than, under, below, shorter than, or less, or fewer, or better, or shorter,
      or earlier, or lower, or below`,
    ),
  ],
  negations:
    words(`not no never neither nor none nothing nobody cannot without n't prohibited forbidden prohibits prohibit
    forbids forbid refrain refrains barred`),
  /** Negations that begin a subject: "nothing in this agreement shall". */
  denyingSubjects: words('no nothing neither none nobody'),
  /** The modal words of each modality. */
  duties: words(
    'must shall will required requires require obliged obligated agrees agree undertakes undertake covenants',
  ),
  advices: words('should recommended encouraged ought'),
  permissions: words('may can permitted allowed entitled free right could'),
  prepositions:
    words(`about above after against among at before behind below beneath beside between beyond by despite
    during except for from in inside into near of off on onto out outside over per since through throughout till to
    toward towards under underneath until upon via with within without`),
  determiners: words(
    'a an the this that these those its their his her our your such any each every no some all',
  ),
  exceptions:
    /\b(?:except(?:ing|ions?|ed)?|unless|notwithstanding|subject to|provided,? (?:however,? )?that|other than|save (?:as|for|that)|excluding|does not apply|do not apply|shall not apply|not applicable|with the exception|exempt(?:ed|ion)?)\b/i,
} satisfies Language & Record<string, unknown>;
