import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sharedPath } from '../../test/support/shared.ts';
import type { Figure } from './bars.ts';
import { measuredClaims } from './claims.ts';
import { madeReport, reports } from './documents.ts';
import { measure, median } from './measured.ts';
import { checkedTwice } from './one-changed.ts';
import { millionPages } from './pages-linear.ts';
import { sentOfFilings } from './pages-sent.ts';
import { requestRatios } from './requests.ts';
import { sample } from './steps.ts';
import { eightWorkers } from './workers.ts';

const rounds = 3;
const mostFiles = 10;
const waitingRuns = 10_000;
const owners = 100;
const shortPages = 17;
const changedFiles = 1_000;
const pagesByWords = 1_000;

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const reader = path('read.child.mjs');
const proviso = path('../../bin/proviso.js');

/** Measures every figure of `bars.json`. Programs that are compared take turns. */
export async function barFigures(): Promise<Figure[]> {
  const figures: Figure[] = (await requestRatios()).map(({ name, ratio }) => ({ name, value: ratio }));
  figures.push(...(await readingFigures()));
  const { again } = await checkedTwice(changedFiles, 'each');
  figures.push({ name: 'one of 1,000 files changed, again', value: again.ms / 1000 });
  figures.push({ name: '40 rules over a million pages', value: await millionPages(pagesByWords) });
  figures.push({
    name: 'claim among 10,000 waiting runs, p99',
    value: (await measuredClaims(waitingRuns, owners)).p99,
  });
  const sent = await sentOfFilings();
  if (sent !== null) {
    figures.push({ name: 'share of the tokens that a model is sent', value: sent.tokens });
    figures.push({ name: 'right pages that a model is sent', value: sent.recall });
  }
  figures.push({ name: 'eight workers, of the processors', value: await eightWorkers() });
  return figures;
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
    each: [] as number[],
    check: [] as number[],
    short: [] as number[],
  };
  for (let round = 0; round < rounds; round += 1) {
    let ms = 0;
    for (const file of files) ms += (await measure('pdftotext', [file, '-'])).ms;
    times.pdftotext.push(ms);
    times.read.push((await measure(process.execPath, [reader, ...files])).ms);
    ms = 0;
    for (const file of files) ms += (await measure(process.execPath, [reader, file])).ms;
    times.each.push(ms);
    times.check.push((await measure(process.execPath, [proviso, 'check', ...files, ...check])).ms);
    times.short.push((await measure(process.execPath, [proviso, 'check', short, ...check])).ms);
  }
  const theirs = median(times.pdftotext);
  return [
    { name: 'PDF, ten filings, to pdftotext', value: theirs / median(times.read) },
    { name: 'PDF, a process a file, to pdftotext', value: theirs / median(times.each) },
    { name: 'check of ten filings, to pdftotext', value: theirs / median(times.check) },
    { name: 'check of a PDF of 17 pages', value: median(times.short) / 1000 },
  ];
}
