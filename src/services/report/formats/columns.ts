import type { Citation } from '../../../../engine/model/citation.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import { clean } from '../clean.ts';
import { currentAnswer } from '../current-answer.ts';
import { acceptedWords, checkerWords, sourcePlace, subjectName } from '../facts.ts';
import { linkOf } from '../links.ts';
import { positionFacts, positionWords } from '../positions.ts';
import type { Report } from '../report.ts';
import { ruleFacts, ruleFactTitles } from '../rule-facts.ts';
import { certificateWords, labelSign, outcomeSigns, searchWords, whyNotConfirmed } from '../words.ts';

/** `width` is in characters. */
type Column = { title: string; width: number; value: (finding: Finding, report: Report) => string };

/** The columns of a table of findings, as spreadsheets and CSV files have it. */
export const findingColumns: readonly Column[] = [
  { title: 'Number', width: 8, value: ({ rule }) => String(rule.index + 1) },
  { title: 'Rule', width: 28, value: ({ rule }) => rule.name },
  { title: 'Description', width: 44, value: ({ rule }) => rule.description },
  { title: 'Subject', width: 22, value: subjectName },
  { title: 'Outcome', width: 16, value: (finding) => outcomeSigns[currentAnswer(finding).outcome].word },
  { title: 'Label', width: 14, value: (finding) => labelSign(currentAnswer(finding)).word },
  { title: 'Statement', width: 48, value: ({ statement }) => statement },
  { title: 'Place', width: 28, value: ({ citations }) => citations.map(sourcePlace)[0] ?? '' },
  { title: 'Quote', width: 60, value: ({ citations }) => citations[0]?.quote ?? '' },
  {
    title: 'Link',
    width: 30,
    value: ({ citations }, report) => citations.map((one) => linkOf(one, report))[0] ?? '',
  },
  { title: 'More citations', width: 50, value: ({ citations }) => quoted(citations.slice(1)) },
  { title: 'Basis', width: 40, value: ({ basis }) => quoted(basis) },
  { title: 'Why not CONFIRMED', width: 36, value: whyNotConfirmed },
  // What Proviso had answered, if a person has decided the finding.
  {
    title: 'Proviso outcome',
    width: 20,
    value: ({ review, outcome }) => (review === null ? '' : outcomeSigns[outcome].word),
  },
  {
    title: 'Proviso label',
    width: 20,
    value: (finding) => (finding.review === null ? '' : labelSign(finding).word),
  },
  { title: 'Reviewer', width: 20, value: ({ review }) => review?.by ?? '' },
  { title: 'Reviewed at', width: 20, value: ({ review }) => review?.at ?? '' },
  { title: 'Review reason', width: 20, value: ({ review }) => review?.reason ?? '' },
  { title: 'Accepted', width: 30, value: acceptedWords },
  {
    title: 'Search',
    width: 20,
    value: (finding, { result }) => (finding.assessed ? searchWords(finding, result) : 'not assessed'),
  },
  {
    title: 'Unread files',
    width: 20,
    value: ({ search }) => search.unread.map(({ name, reason }) => `${name} (${reason})`).join('; '),
  },
  {
    title: 'Checker of the finding',
    width: 20,
    value: ({ assessed, checker }) => (assessed ? checkerWords(checker) : ''),
  },
  { title: 'Certificate', width: 20, value: (finding) => certificateWords([finding]).join('; ') },
  ...ruleFactTitles.map((title) => ({
    title,
    width: 20,
    value: ({ rule }: Finding) => ruleFacts(rule).find(({ name }) => name === title)?.value ?? '',
  })),
  { title: 'Position', width: 20, value: positionWords },
  {
    title: 'Positions and clause',
    width: 20,
    value: (finding) =>
      positionFacts(finding)
        .map(({ name, value }) => `${name}: ${value}`)
        .join('\n'),
  },
  { title: 'Finding', width: 20, value: ({ id }) => id },
];

function quoted(citations: readonly Citation[]): string {
  return citations.map((citation) => `“${clean(citation.quote)}” (${sourcePlace(citation)})`).join(' ');
}
