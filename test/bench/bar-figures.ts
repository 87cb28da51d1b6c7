import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sharedPath } from '../support/shared.ts';
import type { Figure } from './bars.ts';
import { measuredClaims } from './claims.ts';
import { madeReport, reports } from './documents.ts';
import { measure, median } from './measured.ts';
import { requestRatios } from './requests.ts';
import { sample } from './steps.ts';

const rounds = 3;
const mostFiles = 10;
const waitingRuns = 10_000;
const owners = 100;
const shortPages = 17;

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const reader = path('read.child.mjs');
const proviso = path('../../bin/proviso.js');

/** Measures every figure of `bars.json`. Programs that are compared take turns, and each figure is a median. */
export async function barFigures(): Promise<Figure[]> {
  return [...(await readingFigures()), ...(await requestFigures()), await claimFigure()];
}

/** Reading and checking filings, as a share of the pages per second of `pdftotext`, and one short file. */
async function readingFigures(): Promise<Figure[]> {
  const files = (await reports())
    .map((document) => document.path)
    .sort((a, b) => statSync(b).size - statSync(a).size)
    .slice(0, mostFiles);
  const short = sharedPath('samples/FIPS200.pdf') ?? (await madeReport(shortPages)).path;
  const check = ['--rules', sample('rules.yaml'), '--format', 'json'];
  const times = {
    pdftotext: [] as number[],
    read: [] as number[],
    check: [] as number[],
    short: [] as number[],
  };
  for (let round = 0; round < rounds; round += 1) {
    let ms = 0;
    for (const file of files) ms += (await measure('pdftotext', [file, '-'])).ms;
    times.pdftotext.push(ms);
    times.read.push((await measure(process.execPath, [reader, ...files])).ms);
    times.check.push((await measure(process.execPath, [proviso, 'check', ...files, ...check])).ms);
    times.short.push((await measure(process.execPath, [proviso, 'check', short, ...check])).ms);
  }
  const theirs = median(times.pdftotext);
  return [
    { name: 'PDF, ten filings, to pdftotext', value: theirs / median(times.read) },
    { name: 'check of ten filings, to pdftotext', value: theirs / median(times.check) },
    { name: 'check of a PDF of 17 pages', value: median(times.short) / 1000 },
  ];
}

async function requestFigures(): Promise<Figure[]> {
  return (await requestRatios()).map(({ name, ratio }) => ({ name, value: ratio }));
}

async function claimFigure(): Promise<Figure> {
  const { p99 } = await measuredClaims(waitingRuns, owners);
  return { name: 'claim among 10,000 waiting runs, p99', value: p99 };
}
