import type { Context, MarkedText } from '../../report.ts';
import { markup } from '../xml-text.ts';

/** The text around a quote, or the cells around it as a table. */
export function contextHtml(context: Context): string {
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
