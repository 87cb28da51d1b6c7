import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { FileReport } from '../../../../engine/model/result.ts';
import { renderReport } from '../../../../src/services/report/render-report.ts';
import type { Context, Report } from '../../../../src/services/report/report.ts';
import { zipParts } from '../../../support/report-words.ts';
import { bytesOf, reportOn } from '../../../support/reports.ts';
import { citation, confirmed, estimated, notFound, readFile, resultOf } from '../cli/findings.ts';

const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
/** The control characters that XML forbids, without those that are white space. */
const controls = [...codes(0, 8), ...codes(14, 31)].map((code) => String.fromCodePoint(code));
const halves = ['\ud800 ', '\udbff ', '\udc00 ', '\udfff '];
const forbidden = `${controls.join('')}${halves.join('')}\ufffe\uffff`;
const shown = `${controls.map((control) => String.fromCodePoint(0x2400 + control.charCodeAt(0))).join('')}${'\ufffd '.repeat(4)}\ufffd\ufffd`;
const forbiddenInXml = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const kept = '<b>&amp;</b> ]]> "é" \'😀\' \ufffd';

/** A text with every character that XML forbids, with those that it can escape, and with those that it can have. */
const at = (place: string) => `${place}: ${forbidden} ${kept}.`;
const asShown = (place: string) => `${place}: ${shown} ${kept}.`;

/** The places of a report with words of documents, rules or people. */
const places = {
  rule: ['rule name', 'rule words', 'rule owner'],
  answer: ['statement', 'quote', 'file of the quote', 'basis'],
  steps: ['step'],
  search: ['nearest', 'why', 'query', 'unread'],
  person: ['reviewer', 'reason', 'acceptance'],
  run: ['report name', 'setting', 'failed file', 'failure'],
  warnings: ['warning'],
  around: ['line', 'sheet', 'cell'],
};

function hostileReport(): Report {
  const source = { ...citation('').source, name: at('file of the quote') };
  const quote = citation(at('quote'), { source, link: `${at('link')}.pdf` });
  const rule = {
    ...{ key: 'a1b2c3d4', index: 0, name: at('rule name'), description: at('rule words') },
    owner: at('rule owner'),
  };
  const review = {
    ...({ label: 'CONFIRMED', outcome: 'violated', at: '2026-01-01T00:00:00.000Z' } as const),
    ...{ reason: at('reason'), by: at('reviewer') },
  };
  const basis = [citation(at('basis'))];
  const { search } = notFound();
  const found = [
    confirmed({ rule, statement: at('statement'), citations: [quote], basis, review }),
    {
      ...estimated({ toSettle: [at('step')], citations: [citation('Notice.'), citation('Notices.')] }),
      accepted: { reason: at('acceptance') },
    },
    notFound({
      search: {
        ...{ ...search, complete: false, queries: [at('query')] },
        nearest: [{ citation: citation(at('nearest')), why: at('why') }],
      },
    }),
    confirmed({
      search: { ...search, complete: false, unread: [{ name: at('unread'), reason: 'encrypted' }] },
    }),
  ];
  const failed: FileReport = {
    ...{ name: at('failed file'), role: 'input', fileIndex: 1 },
    ...{ status: 'failed', reason: 'encrypted', message: at('failure') },
  };
  const result = resultOf(found, {
    ...{ files: [readFile, failed], warnings: [{ code: 'w', message: at('warning') }] },
    output: { field: at('output') },
  });
  const report = reportOn(result, {
    ...{ name: at('report name'), settings: [{ name: 'Rules', value: at('setting') }] },
  });
  const cited = report.findings.flatMap(({ citations }) => citations);
  const [pictured, ...others] = cited.toSorted((one, other) => other.quote.length - one.quote.length);
  if (!pictured) throw new Error('there must be a citation');
  return {
    ...report,
    pictures: new Map([[pictured, { jpeg: new Uint8Array(8), width: 40, height: 20 }]]),
    contexts: new Map(others.map((one, index) => [one, contexts[index % 2] ?? contexts[0]])),
  };
}

const marked = (text: string) => [{ text, marked: true }];
const contexts: [Context, Context] = [
  { kind: 'passage', lines: [marked(at('line'))] },
  {
    ...{ kind: 'grid', sheet: at('sheet'), columns: ['A'] },
    rows: [{ number: 1, isFirst: true, cells: [marked(at('cell'))] }],
  },
];

/** The text of an XML file, and the values of its attributes. Throws if the file is not well-formed. */
function textsOf(xml: string): string {
  const texts: string[] = [];
  const values: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (text) => texts.push(text));
  parser.on('opentag', ({ attributes }) => values.push(...Object.values(attributes).map(String)));
  parser.write(xml).close();
  return `${texts.join('')}\n${values.join('\n')}`;
}

async function xmlFilesOf(report: Report, format: 'docx' | 'xlsx' | 'html' | 'junit'): Promise<string[]> {
  const bytes = await bytesOf(renderReport(report, format));
  if (format === 'html' || format === 'junit') return [bytes.toString('utf8')];
  const parts = [...(await zipParts(bytes))].filter(([name]) => /\.(?:xml|rels)$/.test(name));
  return parts.map(([, part]) => part.toString('utf8'));
}

describe('a report on documents with characters that no XML file can have', () => {
  const { rule, answer, steps, search, person, run, warnings, around } = places;
  const all = [rule, answer, steps, search, person, run, warnings, around].flat();
  it.each([
    ['docx', all],
    ['html', all],
    ['junit', [rule, answer, person, run].flat()],
  ] as const)('is well-formed as %s, and shows a sign for each of them', async (format, named) => {
    const texts = (await xmlFilesOf(hostileReport(), format)).map(textsOf).join('\n');
    expect(named.filter((place) => !texts.includes(asShown(place)))).toEqual([]);
    expect(texts.match(forbiddenInXml)).toBeNull();
  });

  it('is well-formed as xlsx, and shows the other characters', async () => {
    const texts = (await xmlFilesOf(hostileReport(), 'xlsx')).map(textsOf).join('\n');
    // The library that writes workbooks leaves out the sign for unknown characters.
    const withoutSign = (place: string) => asShown(place).replaceAll('\ufffd', '');
    const named = [rule, answer, person, run, warnings].flat();
    expect(named.filter((place) => !texts.includes(withoutSign(place)))).toEqual([]);
    expect(texts.match(forbiddenInXml)).toBeNull();
  });
});
