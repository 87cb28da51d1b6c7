import { open } from 'node:fs/promises';

/** The first characters of the reports that `proviso check` writes as Markdown, as a table and as JSON. */
const beginnings = [
  /^# Proviso report\n/,
  /^\n? Proviso {2}\d+ rules? · /,
  /^\{\s*"runId": ?"[0-9a-f]+",\s*"counts": ?\{/,
];
const longestBeginning = 200;

/**
 * Whether the file is a report that Proviso wrote. Such a report is not checked as a document: its quotes and
 * statements would seem to meet the rules, so the report would confirm its own findings. False for a file that cannot
 * be read.
 */
export async function isOwnReport(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestBeginning), 0, longestBeginning, 0);
    const head = buffer.toString('utf8', 0, bytesRead);
    return beginnings.some((beginning) => beginning.test(head));
  } catch {
    return false;
  } finally {
    await file.close();
  }
}
