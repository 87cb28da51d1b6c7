import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Finding, findingSchema } from '../../../engine/model/finding.ts';
import { resultSchema } from '../../../engine/model/result.ts';
import { renderTerminal } from '../../../src/cli/render/terminal/report.ts';
import type { FindingFilter } from '../../../src/services/report/finding-filter.ts';
import { type ReportFormatName, reportFormatNames } from '../../../src/services/report/formats.ts';
import { renderReport } from '../../../src/services/report/render-report.ts';
import type { Context, Report } from '../../../src/services/report/report.ts';
import { zipParts } from '../../support/report-words.ts';
import { bytesOf, reportOn, textOf } from '../../support/reports.ts';
import { Transcript } from '../../support/transcript.ts';
import { resultOf } from '../unit/cli/findings.ts';

/** A black picture of one pixel. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
);
const contexts = z.custom<Record<string, Context>>((value) => typeof value === 'object');
const filters = z.custom<FindingFilter>((value) => typeof value === 'object');
const format = z.literal<ReportFormatName[]>([...reportFormatNames]);
const steps = z
  .object({
    result: resultSchema.omit({ runId: true, counts: true, rules: true, findings: true }),
    findings: z.array(findingSchema),
    contexts,
    pictures: z.array(z.string()),
    reports: z.array(
      z.object({
        title: z.string(),
        filter: filters.optional(),
        base: z.string().default(''),
        together: z.boolean().default(false),
        formats: z.array(z.union([format, z.array(format)])).transform((all) => all.flat()),
        widths: z.array(z.number()).default([]),
      }),
    ),
  })
  .parse(parse(readFileSync(join(import.meta.dirname, 'steps/reports.yaml'), 'utf8'), { merge: true }));

/** The result, in which each rule has one finding on all files if they are checked together. */
function resultFor(together: boolean) {
  if (!together) return resultOf(steps.findings, steps.result);
  const first = new Map(steps.findings.toReversed().map((one) => [one.rule.key, one]));
  const all = [...first.values()].toReversed();
  return resultOf(
    all.map((one): Finding => ({ ...one, subject: { kind: 'project' } })),
    { ...steps.result, incomplete: false, warnings: [], output: null },
  );
}

/** Adds the places that the steps give for quotes. */
function shown(report: Report): Report {
  const cited = report.findings.flatMap(({ citations, basis }) => [...citations, ...basis]);
  return {
    ...report,
    contexts: new Map(
      cited.flatMap((one) => {
        const context = steps.contexts[one.quote];
        return context === undefined ? [] : [[one, context] as const];
      }),
    ),
    pictures: new Map(
      cited
        .filter(({ quote }) => steps.pictures.includes(quote))
        .map((one) => [one, { jpeg, width: 300, height: 60 }]),
    ),
  };
}

const styling =
  /^(?:\[Content|docProps|word\/(?:fontTable|settings|theme|comments|footnotes)|xl\/theme|_rels)/;

/** The parts of an office file, each with a line for every paragraph, row, cell, style and relationship. */
async function officeText(bytes: Buffer): Promise<string> {
  const parts = [...(await zipParts(bytes))].filter(([name]) => /\.(?:xml|rels)$/.test(name));
  return parts
    .filter(([name]) => !styling.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => {
      const lines = part
        .toString('utf8')
        .replace(/<(?:w:p|w:tr|row|c|si|xf|font|fill|Relationship|hyperlink|w:style)[ >]/g, '\n$&');
      return `--- ${name}\n${lines.replace(/ xmlns:?\w*="[^"]*"/g, '')}`;
    })
    .join('\n');
}

const operators = new Map(Object.entries(OPS).map(([name, code]) => [code, name]));
const silent = new Set(['save', 'restore', 'beginText', 'endText', 'dependency', 'setGState']);

/** What is drawn on each page of a PDF, with its texts, places, colours and links. */
async function pdfText(bytes: Buffer): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const short = (_name: string, value: unknown) => {
    if (value instanceof Float32Array) return [...value];
    if (typeof value === 'number') return Math.round(value * 10) / 10;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value) && value.some((one) => one?.unicode))
      return value.map((one) => one?.unicode ?? '').join('');
    return value;
  };
  const outline = (await pdf.getOutline()) ?? [];
  const lines = [
    JSON.stringify((await pdf.getMetadata()).info, ['Title', 'Creator', 'Producer', 'Language']),
    ...outline.flatMap(({ title, items }) => [`* ${title}`, ...items.map((one) => `  * ${one.title}`)]),
  ];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    const drawn = fnArray.map((code, at) => [
      operators.get(code) ?? code,
      JSON.stringify(argsArray[at], short).replace(/"g_d\d+_/, '"'),
    ]);
    lines.push(
      `--- page ${number}`,
      ...drawn.filter(([name]) => !silent.has(String(name))).map((one) => one.join(' ')),
    );
    for (const { rect, unsafeUrl, dest } of await page.getAnnotations())
      lines.push(`link ${JSON.stringify([rect, unsafeUrl ?? dest], short)}`);
  }
  await pdf.destroy();
  return lines.join('\n');
}

const readers: Partial<Record<ReportFormatName, (bytes: Buffer) => Promise<string>>> = {
  ...{ docx: officeText, xlsx: officeText, pdf: pdfText },
};

describe('a report', () => {
  it.each(reportFormatNames)('as %s is as recorded, whole and with each filter', async (format) => {
    const transcript = new Transcript({ keepsTimes: true });
    for (const { title, filter = {}, base, together, formats } of steps.reports) {
      if (!formats.includes(format)) continue;
      const result = resultFor(together);
      const report = shown(reportOn(result, { filter, linkFrom: (link) => `${base}${link}` }));
      const read = readers[format];
      const parts = renderReport(report, format);
      transcript.add(title, read ? await read(await bytesOf(parts)) : await textOf(parts));
    }
    await transcript.expectAsRecorded(import.meta.dirname, `report.${format}.txt`);
  });

  it('in a terminal is as recorded for each width, with colour and without', async () => {
    const transcript = new Transcript({ keepsTimes: true });
    for (const { title, filter = {}, together, widths } of steps.reports) {
      const report = reportOn(resultFor(together), { filter });
      for (const width of widths)
        for (const color of [false, true].slice(0, width === 100 ? 2 : 1))
          transcript.add(
            `${title}, ${width} columns${color ? ', colour' : ''}`,
            renderTerminal(report, { width, color }),
          );
    }
    await transcript.expectAsRecorded(import.meta.dirname, 'report.terminal.txt');
    expect(steps.reports).not.toEqual([]);
  });
});
