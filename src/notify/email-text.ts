import { type NotedFinding, outcomeLine, type RunMessage } from '../domain/runs/run-message.ts';

export type EmailText = { subject: string; text: string; html: string };

const outcomeWords: Record<NotedFinding['outcome'], string> = {
  violated: 'VIOLATED',
  conflicting: 'CONFLICTING',
  partly_satisfied: 'PARTLY SATISFIED',
  undetermined: 'OPEN',
  satisfied: 'SATISFIED',
  not_applicable: 'NOT APPLICABLE',
  answered: 'ANSWERED',
};

/**
 * The email of a notification: the outcome first, then the worst findings with their quotes, then the link to the
 * full result.
 */
export function emailText(message: RunMessage): EmailText {
  const headline = outcomeLine(message);
  const { project, politics, worst, link } = message;
  const lead = [
    `${oneLine(project.name)}: ${headline}.`,
    `Checked against: ${oneLine(politics.name)}.`,
    ...(message.incomplete
      ? ['Incomplete: some documents or rules could not be checked. The result says which.']
      : []),
    ...(message.error === null ? [] : [`Reason: ${oneLine(message.error)}`]),
  ];
  return {
    subject: `${oneLine(project.name)}: ${headline}`.slice(0, 200),
    text: `${[...lead, ...worst.map(findingText), `All findings: ${link}`].join('\n\n')}\n`,
    html: [
      '<!doctype html><html><body style="font-family:sans-serif;max-width:42em">',
      ...lead.map((line, at) => (at === 0 ? `<h2>${escaped(line)}</h2>` : `<p>${escaped(line)}</p>`)),
      ...worst.map(findingHtml),
      `<p><a href="${escaped(link)}">All findings</a></p>`,
      '</body></html>',
    ].join('\n'),
  };
}

function headOf({ outcome, label, rule, file }: NotedFinding): string {
  const of = file === null ? '' : ` (${oneLine(file)})`;
  return `${outcomeWords[outcome]}, ${label ?? 'not assessed'}: ${oneLine(rule)}${of}`;
}

function findingText(finding: NotedFinding): string {
  const quotes = finding.quotes.map(
    ({ quote, source, place, link }) =>
      `  “${oneLine(quote)}”\n  ${oneLine(source)}, ${oneLine(place)}\n  ${link}`,
  );
  return [headOf(finding), `  ${oneLine(finding.statement)}`, ...quotes].join('\n');
}

function findingHtml(finding: NotedFinding): string {
  const quotes = finding.quotes.map(
    ({ quote, source, place, link }) =>
      `<blockquote>${escaped(quote)}<br><a href="${escaped(link)}">${escaped(`${source}, ${place}`)}</a></blockquote>`,
  );
  return `<h3>${escaped(headOf(finding))}</h3><p>${escaped(finding.statement)}</p>${quotes.join('')}`;
}

/**
 * Puts text of users and documents on one line, without characters that control a terminal, a mail header or the
 * reading direction.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
}

export function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return oneLine(text).replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}
