import { type Flip, flipsOf } from '../compare/compare.ts';
import { escaped } from './junit.ts';
import type { Report, ReportItem } from './report.ts';
import { figureCells, figureTitles, number } from './table.ts';

/** The report as one self-contained HTML page. With a baseline, the page also shows the differences from it. */
export function reportPage(report: Report, baseline: Report | null): string {
  const { items, settings, cases } = report;
  const wrong = items.filter(({ grade }) => grade === 'wrong');
  const cautious = items.filter(({ grade }) => grade === 'cautious');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Proviso evaluation: ${escaped(report.suite)}</title><style>${style}</style></head><body>
<h1>Evaluation: ${escaped(report.suite)}</h1>
<p>${escaped(report.at)} · ${escaped(settings.model ?? settings.checker)} ${escaped(settings.prompts.join(', '))} ·
${cases.dev} cases${cases.locked > 0 ? ` and ${cases.locked} locked ones, counted and not shown` : ''} · ${report.seconds} s</p>
<h2>Figures</h2>${figuresTable(report, baseline)}
${report.confusion ? `<h2>Labels, expected and given</h2>${confusionTable(report.confusion)}` : ''}
${baseline ? `<h2>Different from the baseline</h2>${changesList(flipsOf(baseline, report))}` : ''}
<h2>Wrong answers (${wrong.length})</h2>${wrong.map(itemBlock).join('') || '<p>None.</p>'}
<h2>Cautious answers (${cautious.length})</h2>${cautious.map(itemBlock).join('') || '<p>None.</p>'}
</body></html>
`;
}

function figuresTable(report: Report, baseline: Report | null): string {
  const before = new Map(baseline?.figures.map(({ id, value }) => [id, value]));
  const rows = report.figures.map((figure) => {
    const { id, value, missed } = figure;
    const was = before.get(id) ?? null;
    const difference = value !== null && was !== null ? signed(value - was) : '';
    const cells = [...figureCells(figure, report), ...(baseline ? [number(was), difference] : [])];
    return tableRow('td', cells, missed ? 'missed' : '');
  });
  const head = [...figureTitles(report), ...(baseline ? ['baseline', 'difference'] : [])];
  return table([tableRow('th', head), ...rows]);
}

function confusionTable({ rows, columns, counts }: NonNullable<Report['confusion']>): string {
  return table([
    tableRow('th', ['expected \\ given', ...columns]),
    ...rows.map((row, at) => tableRow('td', [row, ...(counts[at] ?? []).map(String)])),
  ]);
}

function changesList(flips: readonly Flip[]): string {
  const changed = flips.map(
    ({ key, before, after, gradeBefore, gradeAfter, why }) =>
      `<li class="${gradeAfter}"><b>${escaped(key)}</b>: ${gradeBefore} → ${gradeAfter}; ` +
      `${escaped(before)} → ${escaped(after)} (${escaped(why.join('; ') || 'nothing wrong now')})</li>`,
  );
  return changed.length === 0 ? '<p>No answer changed.</p>' : `<ul>${changed.join('')}</ul>`;
}

function itemBlock({ key, expected, given, problems, statement, quotes, grade }: ReportItem): string {
  const shown = quotes.map(
    ({ file, place, quote, stands }) =>
      `<li><span class="place">${escaped(file)}, ${escaped(place)}</span> <q>${escaped(quote)}</q>` +
      `${stands === false ? ' <b>an independent parser did not find it there</b>' : ''}</li>`,
  );
  return (
    `<section class="${grade}"><h3>${escaped(key)}</h3><p>expected <b>${escaped(expected)}</b>, given <b>${escaped(given)}</b></p>` +
    `<ul>${problems.map((problem) => `<li>${escaped(problem)}</li>`).join('')}</ul>` +
    `<p>${escaped(statement)}</p><ol>${shown.join('')}</ol></section>`
  );
}

function table(rows: readonly string[]): string {
  return `<div class="wide"><table>${rows.join('')}</table></div>`;
}

function tableRow(cell: 'th' | 'td', cells: readonly string[], className = ''): string {
  return `<tr class="${className}">${cells.map((text) => `<${cell}>${escaped(text)}</${cell}>`).join('')}</tr>`;
}

function signed(difference: number): string {
  return `${difference > 0 ? '+' : ''}${difference.toFixed(2)}`;
}

const style = `
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1c1c1c}
.wide{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right}
th:first-child,td:first-child{text-align:left}tr.missed{background:#fde7e7;font-weight:600}
section{border-left:4px solid #bbb;padding:.1rem 1rem;margin:1rem 0}section.wrong,li.wrong{border-color:#c62828}
section.cautious{border-color:#d9a400}.place{color:#555}q{font-style:italic}
@media(prefers-color-scheme:dark){body{background:#161616;color:#e6e6e6}th,td{border-color:#444}
tr.missed{background:#4a1f1f}.place{color:#aaa}}`;
