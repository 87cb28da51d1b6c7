import { createHash } from 'node:crypto';
import type { Result } from '../../../../engine/model/result.ts';
import { currentAnswer } from '../current-answer.ts';
import {
  fileRows,
  fileTitles,
  headFacts,
  headline,
  incompleteWords,
  reportFacts,
  subjectName,
  unreadFacts,
} from '../facts.ts';
import { lineOf, overviewTitles, viewOf } from '../finding-view.ts';
import type { Fact, Report } from '../report.ts';
import { labelOrder, labelSigns, outcomeOrder, outcomeSigns, wordsAloneNote } from '../words.ts';
import { findingHtml, signHtml } from './html-finding.ts';
import { htmlScript, htmlStyle } from './html-style.ts';
import { markup } from './xml-text.ts';

/**
 * The report as one HTML file, which needs no network and no scripts. A policy in the file forbids the browser to load
 * or to run anything else. The file is also well-formed XML.
 */
export function* htmlReport(report: Report): Generator<string> {
  yield head(report);
  yield summary(report);
  yield unread(report);
  yield overview(report);
  yield `<h2 id="findings">Findings</h2>\n${filters(report)}`;
  for (const finding of report.findings) yield findingHtml(viewOf(finding, report), finding);
  yield output(report.result);
  yield `<h2>Files</h2>\n${table(fileTitles, fileRows(report).map(escapedRow))}`;
  yield warnings(report.result);
  yield about(report);
  yield `</main>\n<script>${htmlScript}</script>\n</body>\n</html>\n`;
}

function head({ name, version }: Report): string {
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src ${hashOf(htmlStyle)}`,
    `script-src ${hashOf(htmlScript)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="generator" content="Proviso ${markup(version)}"/>
<meta http-equiv="Content-Security-Policy" content="${policy}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="referrer" content="no-referrer"/>
<title>${markup(name)}: Proviso report</title>
<style>${htmlStyle}</style>
</head>
<body>
<main>
`;
}

/** The source expression by which a policy allows an inline style or script. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function summary(report: Report): string {
  const { result, name } = report;
  const { labels, outcomes } = report.counts;
  const note = wordsAloneNote(result.findings);
  const counts = [
    ...outcomeOrder
      .filter((outcome) => outcomes[outcome] > 0)
      .map((one) => [outcomes[one], outcomeSigns[one]] as const),
    ...labelOrder.filter((label) => labels[label] > 0).map((one) => [labels[one], labelSigns[one]] as const),
  ];
  return `<header>
<h1>${markup(name)}</h1>
<p class="soft">Proviso report. ${markup(headline(report))}</p>
<ul class="counts">${counts.map(([count, sign]) => `<li><b>${count}</b> ${signHtml(sign)}</li>`).join('')}</ul>
${note === null ? '' : `<p class="soft">${markup(note)}</p>\n`}<div class="decision">${facts(headFacts(report))}</div>
${result.incomplete ? `<p class="alert">${markup(incompleteWords)}</p>` : ''}
</header>
`;
}

function unread(report: Report): string {
  const items = unreadFacts(report).map(
    ({ name, value }) => `<li><b>${markup(name)}</b>: ${markup(value)}</li>`,
  );
  return items.length === 0 ? '' : `<h2>Could not be read</h2>\n<ul>${items.join('')}</ul>\n`;
}

function overview(report: Report): string {
  const { each } = report;
  const isReviewed = report.findings.some(({ review }) => review !== null);
  const rows = report.findings.map((finding) => {
    const { id, named, subject, outcome, label, tone, place, decided } = lineOf(finding, report);
    return [
      `<a href="#f-${id}">${markup(named)}</a>`,
      ...(subject === null ? [] : [markup(subject)]),
      outcome === null ? '' : `<b class="tag-${tone}">${signHtml(outcome)}</b>`,
      signHtml(label),
      markup(place),
      ...(isReviewed ? [markup(decided)] : []),
    ];
  });
  return `<h2>At a glance</h2>\n<div class="overview">${table(overviewTitles(each, isReviewed), rows)}</div>\n`;
}

const escapedRow = (cells: readonly string[]) => cells.map(markup);

/** A table; the cells are HTML. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return `<table><thead><tr>${titles.map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`).join('')}</tbody></table>
`;
}

/** The fields of the filters, for the values that occur. */
function filters({ findings, each }: Report): string {
  const choices = (values: string[]) =>
    [...new Set(values)]
      .map((value) => `<option value="${markup(value)}">${markup(value)}</option>`)
      .join('');
  const select = (name: string, title: string, options: string) =>
    `<label>${title}<select name="${name}"><option value="">all</option>${options}</select></label>`;
  return `<div class="filters" hidden="hidden" role="group" aria-label="Filters">
${select('outcome', 'Outcome', choices(findings.map((finding) => outcomeSigns[currentAnswer(finding).outcome].word)))}
${select('label', 'Label', choices(findings.map((finding) => labelSigns[currentAnswer(finding).label ?? 'notAssessed'].word)))}
${each ? select('subject', 'File', choices(findings.map(subjectName))) : ''}
${select('reviewed', 'Reviewed', choices(findings.map(({ review }) => (review === null ? 'no' : 'yes'))))}
<label>Words<input name="text" type="search"/></label>
<span id="shown" role="status" class="soft"></span>
</div>
`;
}

function output({ output: made, outputGaps }: Result): string {
  if (made === null) return '';
  const gaps = Object.entries(outputGaps).map(
    ([pointer, why]) => `<li>${markup(pointer)} is null: ${markup(why)}</li>`,
  );
  const lines = JSON.stringify(made, null, 2).split('\n');
  return `<h2>Output</h2>\n<pre>${lines.map(indented).join('\n')}</pre>\n${gaps.length > 0 ? `<ul>${gaps.join('')}</ul>` : ''}`;
}

/** Escapes a line of JSON and keeps its indentation. */
function indented(line: string): string {
  const text = line.trimStart();
  return `${' '.repeat(line.length - text.length)}${markup(text)}`;
}

function warnings({ warnings: all }: Result): string {
  if (all.length === 0) return '';
  return `<h2>Warnings</h2>\n<ul>${all.map(({ message }) => `<li>${markup(message)}</li>`).join('')}</ul>\n`;
}

function about(report: Report): string {
  return `<h2>About this report</h2>\n${facts(reportFacts(report))}`;
}

function facts(all: readonly Fact[]): string {
  const items = all.map(({ name, value }) => `<dt>${markup(name)}</dt><dd>${markup(value)}</dd>\n`);
  return `<dl>${items.join('')}</dl>\n`;
}
