import type { Finding } from '../../../../engine/model/finding.ts';
import { currentAnswer } from '../current-answer.ts';
import { type FindingView, markedParts, type QuoteView } from '../finding-view.ts';
import type { Context, MarkedText } from '../report.ts';
import { labelSigns, outcomeSigns, type Sign } from '../words.ts';
import { markup } from './xml-text.ts';

/** A finding as an article, with the values by which the filters select it. */
export function findingHtml(
  view: FindingView,
  finding: Pick<Finding, 'label' | 'outcome' | 'review'>,
): string {
  const { outcome, label } = currentAnswer(finding);
  const data = {
    outcome: outcomeSigns[outcome].word,
    label: labelSigns[label ?? 'notAssessed'].word,
    reviewed: finding.review === null ? 'no' : 'yes',
    subject: view.subject ?? '',
  };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${markup(value)}"`);
  return `<article class="finding ${view.tone}" id="f-${view.id}" aria-labelledby="t-${view.id}"${attributes.join('')}>
<div class="head"><h3 id="t-${view.id}">${markup(view.heading)}</h3>
<p class="soft">${markup(view.description)}</p>${view.ruleFacts === '' ? '' : `\n<p class="soft">${markup(view.ruleFacts)}</p>`}
<p class="statement"><b class="tag-${view.tone}">${view.signs.map(signHtml).join(' · ')}</b> ${markup(view.statement)}</p>
${view.decisions.map(({ name, value }) => `<p class="review"><b>${name}</b>: ${markup(value)}</p>`).join('\n')}</div>
${view.citations.map(figure).join('')}
${quotes('What the rule is based on', view.basis)}
${view.notes.length > 0 ? `<ul>${view.notes.map((note) => `<li>${markup(note)}</li>`).join('')}</ul>` : ''}
${quotes('The nearest passages', view.nearest)}
</article>
`;
}

/** An icon, which a screen reader skips, and a word, which is never divided between lines. */
export function signHtml({ icon, word, before }: Sign): string {
  const sign = `<span class="tag"><span aria-hidden="true">${icon}</span> ${word}</span>`;
  return before === undefined
    ? sign
    : `reviewed: ${sign} <span class="soft">(Proviso: <span class="tag">${before}</span>)</span>`;
}

function quotes(title: string, all: readonly QuoteView[]): string {
  return all.length === 0 ? '' : `<p class="soft">${title}:</p>\n${all.map(figure).join('')}`;
}

function figure(quote: QuoteView): string {
  const { picture, context, place, href, notes } = quote;
  const words = markedParts(quote).map(({ text, marked }) =>
    marked ? `<mark>${markup(text)}</mark>` : markup(text),
  );
  const caption = [`<a href="${markup(href)}">${markup(place)}</a>`, ...notes.map(markup)].join(' · ');
  const image =
    picture === null
      ? ''
      : `<img src="data:image/jpeg;base64,${Buffer.from(picture.jpeg).toString('base64')}" width="${picture.width}" height="${picture.height}" alt="${markup(place)}, with the quote marked"/>\n`;
  const around = context === null ? '' : contextHtml(context);
  return `<figure><blockquote>${words.join('')}</blockquote>\n${image}${around}<figcaption>${caption}</figcaption></figure>\n`;
}

/** The text around a quote, or the cells around it as a table. */
function contextHtml(context: Context): string {
  if (context.kind === 'passage') {
    const lines = context.lines.map((line) => `<p>${marked(line)}</p>`);
    return `<div class="context">${lines.join('')}</div>\n`;
  }
  const { sheet, columns, rows } = context;
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  const body = rows.map(({ number, isFirst, cells }) => {
    const all = cells.map((cell) => `<td${cellClass(cell, isFirst)}>${marked(cell)}</td>`);
    return `<tr><th scope="row">${number}</th>${all.join('')}</tr>\n`;
  });
  return `<div class="context"><table class="grid"><caption>${markup(sheet)}</caption><thead><tr><th scope="col">Row</th>${head}</tr></thead>
<tbody>${body.join('')}</tbody></table></div>\n`;
}

function marked(line: readonly MarkedText[]): string {
  return line.map((one) => (one.marked ? `<mark>${markup(one.text)}</mark>` : markup(one.text))).join('');
}

function cellClass(cell: readonly MarkedText[], isFirst: boolean): string {
  if (cell.some((one) => one.marked)) return ' class="cited"';
  return isFirst ? ' class="first"' : '';
}
