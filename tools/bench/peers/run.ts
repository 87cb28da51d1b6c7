/**
 * `npx tsx tools/bench/peers/run.ts FILE.pdf...` reads the same PDFs with Proviso and with other libraries, one whole
 * process after the other, and prints pages a second, memory and whether the page numbers are right. Installs the other
 * libraries into a temporary folder (PEERS_FOLDER keeps it for the next time); it needs Python, the network and
 * pdftotext.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Measured, measure, median } from '../measured.ts';
import { megabytes, perSecond, table } from '../table.ts';

const python = ['pypdf==7.1.1', 'pdfminer.six==20260107', 'PyMuPDF==2.0', 'paper-qa-pypdf==2026.8.12'];
const javascript = [
  '@langchain/classic@1.0.50',
  '@langchain/community@1.1.29',
  '@langchain/core@1.2.13',
  '@langchain/textsplitters@1.0.2',
  'pdf-parse@1.1.1',
  'pdfjs-dist@5.6.205',
];
/** PEERS_ROUNDS sets how often each program reads the files. */
const rounds = Number(process.env.PEERS_ROUNDS ?? 3);
/** A text is at its page if at least this share of its words is on the page; hyphens and ligatures change some words. */
const enoughWords = 0.8;

const partsSchema = z.array(z.tuple([z.int(), z.int(), z.int(), z.string()]));
type Parts = z.infer<typeof partsSchema>;

const files = process.argv.slice(2).map((file) => resolve(file));
if (files.length === 0) throw new Error('name the PDFs to read');
const kept = process.env.PEERS_FOLDER;
const folder = kept ?? mkdtempSync(join(tmpdir(), 'proviso-peers-'));
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const out = join(folder, 'parts.json');

type Command = readonly [name: string, command: string, args: readonly string[]];

try {
  install();
  const byPython = (name: string, reader: string): Command => [
    name,
    join(folder, 'venv/bin/python'),
    [script('peers.py'), reader, out, ...files],
  ];
  const byNode = (name: string, reader: string): Command => [
    name,
    process.execPath,
    [script('peers.mjs'), folder, reader, out, ...files],
  ];
  const rows: string[][] = [];
  const pages = files.map(wordsOfPages);
  const count = pages.reduce((sum, one) => sum + one.length, 0);
  for (const [name, command, args] of [
    ['Proviso', process.execPath, [script('proviso.mjs'), out, ...files]] as const,
    byPython('PyMuPDF', 'pymupdf'),
    byNode('pdf.js', 'pdfjs'),
    byNode('LangChain PDFLoader, splitter, BM25Retriever', 'langchain'),
    byPython('pypdf', 'pypdf'),
    byPython("paper-qa's reader (pypdf)", 'paperqa'),
    byPython('pdfminer.six', 'pdfminer'),
  ]) {
    const runs: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await measure(command, args));
    const peak = median(runs.map((run) => run.peak?.tree ?? Number.NaN));
    const processorMs = median(runs.map((run) => run.processorMs ?? Number.NaN));
    const parts = partsSchema.parse(JSON.parse(readFileSync(out, 'utf8')));
    rows.push([
      name,
      perSecond(count, median(runs.map(({ ms }) => ms))),
      perSecond(count, processorMs),
      megabytes(peak),
      ...exactness(parts, pages),
    ]);
    process.stderr.write(`${name} is measured\n`);
  }
  const heads = ['', 'pages/s', 'pages/s of processor time', 'peak memory', 'texts', 'on one page', 'right'];
  process.stdout.write(`${files.length} files, ${count} pages\n${table(heads, rows)}\n`);
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}

function install(): void {
  mkdirSync(folder, { recursive: true });
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(join(folder, 'venv'))) {
    run('python3', ['-m', 'venv', 'venv']);
    run('venv/bin/pip', ['install', '--quiet', ...python]);
  }
  if (!existsSync(join(folder, 'node_modules'))) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    // The peer dependencies of @langchain/community contradict each other.
    run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--legacy-peer-deps', ...javascript]);
  }
}

/** The words of each page according to pdftotext, which none of the measured programs contains. */
function wordsOfPages(path: string): Set<string>[] {
  const text = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return text
    .split('\f')
    .slice(0, -1)
    .map((page) => new Set(wordsOf(page)));
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? []
  );
}

/** How many texts with words there are, the share that names exactly one page, and the share of those at that page. */
function exactness(parts: Parts, pages: readonly Set<string>[][]): string[] {
  const worded = parts.filter(([, , , text]) => wordsOf(text).length > 0);
  const single = worded.filter(([, first, last]) => first === last);
  const right = single.filter(([file, page, , text]) => {
    const found = wordsOf(text);
    const there = pages[file]?.[page - 1];
    return found.filter((word) => there?.has(word)).length >= found.length * enoughWords;
  });
  const share = (some: number, all: number) => (all === 0 ? '-' : `${((100 * some) / all).toFixed(1)} %`);
  return [String(worded.length), share(single.length, worded.length), share(right.length, single.length)];
}
