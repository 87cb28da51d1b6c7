import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { sourcePlace } from '../../services/report/facts.ts';
import { positionFacts, positionWords } from '../../services/report/positions.ts';
import { cautionWords, reasonWords } from '../../services/report/words.ts';
import type { AgentRun, CitationList } from '../agent-service.ts';

/** What labels and outcomes mean. Agents read it in the instructions and with every list of findings. */
export const meaning =
  'Each finding has two answers. outcome: what the documents say about the rule. label: how well that is established. ' +
  'CONFIRMED: the quoted words support the whole statement. ESTIMATED: there is evidence, but something is missing (see ' +
  'reasons); it is a guess for a person to review, and must not be presented as proof. NOT FOUND: nothing was found ' +
  'about the rule in what was searched; this does not prove that it is absent if the search was incomplete. ' +
  'null: the rule was not assessed.';

const longest = { statement: 800, quote: 500, nearest: 240, reason: 300 };
const most = { quotes: 4, basis: 2, nearest: 2, toSettle: 3 };

/** A finding in a short form: every text is cut to some hundred characters, and some quotes are left out. */
export function findingView(run: string, finding: Finding) {
  const { id, rule, subject, label, outcome, statement, reasons, toSettle, search, review } = finding;
  const quotes = (list: CitationList, citations: readonly Citation[], count: number, characters: number) =>
    citations.slice(0, count).map((citation, index) => ({
      quote: cut(citation.quote, characters),
      place: sourcePlace(citation),
      ...(citation.stance !== 'supports' && { stance: citation.stance }),
      ...(cautionWords(citation).length > 0 && { caution: cautionWords(citation).join(', ') }),
      page: `proviso://runs/${run}/findings/${id}/pages/${list}/${index}`,
    }));
  const { citations, basis } = finding;
  const nearest = label === 'NOT FOUND' ? search.nearest.map(({ citation }) => citation) : [];
  const left = citations.length - most.quotes;
  return {
    id,
    rule: {
      number: rule.index + 1,
      key: rule.key,
      name: cut(rule.name, 200),
      ...(rule.severity && { severity: rule.severity }),
    },
    ...(subject.kind === 'file' && { file: subject.name }),
    outcome,
    label,
    ...(finding.position && {
      position: positionWords(finding),
      positions: positionFacts(finding).map(({ name, value }) => `${name}: ${cut(value, longest.reason)}`),
    }),
    statement: cut(statement, longest.statement),
    ...(reasons.length > 0 && { reasons: reasons.map((reason) => reasonWords[reason]) }),
    ...(toSettle.length > 0 && {
      toSettle: toSettle.slice(0, most.toSettle).map((text) => cut(text, longest.reason)),
    }),
    quotes: quotes('citations', citations, most.quotes, longest.quote),
    ...(left > 0 && { moreQuotes: left }),
    ...(basis.length > 0 && { basis: quotes('basis', basis, most.basis, longest.quote) }),
    ...(nearest.length > 0 && { nearest: quotes('nearest', nearest, most.nearest, longest.nearest) }),
    ...(!search.complete && { searchIncomplete: true }),
    ...(review !== null && {
      review: {
        label: review.label,
        outcome: review.outcome ?? outcome,
        reason: cut(review.reason, 300),
        by: review.by,
      },
    }),
  };
}

/**
 * The first items whose JSON fits into `characters`, and how many are left over. The first item is always there, because
 * each item is short.
 */
export function fitting<Item>(
  items: readonly Item[],
  characters: number,
): { shown: readonly Item[]; left: number } {
  let used = 0;
  const end = items.findIndex((item, index) => {
    used += JSON.stringify(item).length + 1;
    return used > characters && index > 0;
  });
  const shown = end < 0 ? items : items.slice(0, end);
  return { shown, left: items.length - shown.length };
}

/** The text, or its first characters with a mark that the rest is missing. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')} […]`;
}

const mostOfRun = { warnings: 5, unread: 10 };

/** A run in a short form. */
export function runView({ id, name, state, percent, doing, error, result }: AgentRun) {
  const unread = result?.files.flatMap((file) =>
    file.status === 'failed'
      ? [{ name: cut(file.name, 200), reason: file.reason, message: cut(file.message, 200) }]
      : [],
  );
  return {
    run: id,
    name: cut(name, 200),
    state,
    ...(state === 'running' && { percent, doing, next: 'Call get_run with this run until it has ended.' }),
    ...(error && { error: { code: error.code, message: cut(error.message, 600) } }),
    ...(result && {
      labels: result.counts.labels,
      outcomes: result.counts.outcomes,
      incomplete: result.incomplete,
      ...(unread &&
        unread.length > 0 && { notRead: unread.slice(0, mostOfRun.unread), notReadTotal: unread.length }),
      ...(result.warnings.length > 0 && {
        warnings: result.warnings.slice(0, mostOfRun.warnings).map(({ message }) => cut(message, 300)),
      }),
    }),
  };
}
