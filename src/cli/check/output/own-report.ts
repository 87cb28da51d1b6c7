import { open, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openPromise } from 'yauzl';
import { reportComment } from '../../../services/report/formats/report-comment.ts';
import { bundleEnding } from '../options.ts';

/** The first characters of the reports that are texts. */
const beginnings = [
  /^# Proviso report\n/,
  /^\n? Proviso {2}\d+ rules? · /,
  /^\{\s*"runId": ?"[0-9a-f]+",\s*"counts": ?\{/,
  /^<!DOCTYPE html>\n<html[^>]*>\n<head>\n<meta charset="utf-8"\/>\n<meta name="generator" content="Proviso /,
  /^[\d,]+ checks of \d+ files by [^\n]*\ncalls {10}[\d,]/,
  /^\{\s*"model": ?"(?:[^"\\]|\\.)*",\s*"checks": ?\d+,\s*"least": ?\{/,
  /^Number,Rule,Description,Subject,Outcome,Label,/,
  /^\{\s*"\$schema": ?"[^"]+",\s*"version": ?"2\.1\.0",\s*"runs": ?\[\s*\{\s*"tool": ?\{\s*"driver": ?\{\s*"name": ?"Proviso[ "]/,
  // The results of `proviso verify`: their quotes would make the same citations exact in the next run.
  /^<!doctype html>\n<html lang="en"><head>[^\n]{0,200}\n[^\n]{0,300}\n<title>Proviso: verified citations<\/title>/,
  /^\{\s*"citations": ?\[\s*\{\s*"id": ?"[^"\n]{0,1000}",\s*"given": ?\{/,
];
/** The last lines of a table of `proviso verify`. */
const endOfTable = /─\n \d{1,9} of \d{1,9} citations pass\n/;
/** JUnit has no field for its author. Every test suite of Proviso has the first property, or else the second name. */
const junit = /^<\?xml [^>]*>\s*<testsuites name="/;
const junitOfProviso =
  /<property name="What CONFIRMED is worth" |<testsuite name="Files that could not be read" /;
/** Enough for the properties of the first test suite, which name the rules, the models and the certificates. */
const longestBeginning = 65_536;

/** The end of the other reports: a comment of the PDF, or of the archive that a Word or Excel file is. */
const ending = new RegExp(`${reportComment}\n?$`);
const longestEnding = 1_000;

const manifest = 'bundle.json';
const bundleFormat = /"format"\s*:\s*"proviso-bundle"/;
/** The largest `bundle.json` that is read, in bytes. It has some hundred bytes for each file of a run. */
const largestManifest = 64 * 1024 * 1024;

/**
 * Whether the file is a report or a bundle that Proviso wrote. Such a report is not checked as a document: its quotes and
 * statements would seem to meet the rules, so the report would confirm its own findings. False for a file that cannot
 * be read.
 */
export async function isOwnReport(path: string): Promise<boolean> {
  if (path.toLowerCase().endsWith(bundleEnding)) return true;
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { size } = await file.stat();
    const text = async (from: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.toString('utf8', 0, bytesRead);
    };
    const head = await text(0, longestBeginning);
    if (beginnings.some((beginning) => beginning.test(head))) return true;
    if (junit.test(head)) return junitOfProviso.test(head);
    const end = () => text(Math.max(0, size - longestEnding), longestEnding);
    if (head.startsWith('\n ') && endOfTable.test(await end())) return true;
    if (!/^(%PDF|PK)/.test(head)) return false;
    if (ending.test(await end())) return true;
    return head.startsWith('PK') && (await isBundle(path));
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/** The folders of an unpacked bundle. */
export const bundleFolders: ReadonlySet<string> = new Set(['sources', 'texts']);

/** Whether a folder has the entries of a bundle that was unpacked there. */
export async function hasUnpackedBundle(folder: string): Promise<boolean> {
  const path = join(folder, manifest);
  const { size } = await stat(path).catch(() => ({ size: Number.POSITIVE_INFINITY }));
  if (size > largestManifest) return false;
  return bundleFormat.test(await readFile(path, 'utf8').catch(() => ''));
}

/**
 * Whether a ZIP archive is a bundle, even if its entries were packed again, or has one in it, packed or unpacked, in any
 * of its folders.
 */
async function isBundle(path: string): Promise<boolean> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.toLowerCase().endsWith(bundleEnding)) return true;
      if (basename(entry.fileName) !== manifest || entry.uncompressedSize > largestManifest) continue;
      const pieces: Buffer[] = [];
      for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece);
      if (bundleFormat.test(Buffer.concat(pieces).toString('utf8'))) return true;
    }
    return false;
  } finally {
    zip.close();
  }
}
