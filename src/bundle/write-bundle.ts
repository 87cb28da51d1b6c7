import type { FileHandle } from 'node:fs/promises';
import { type WrittenEntry, ZipWriter } from '../../engine/load/zip/zip-writer.ts';
import type { Citation } from '../../engine/model/citation.ts';
import type { FileReport, Result } from '../../engine/model/result.ts';
import type { Role, SourceText } from '../../engine/model/source.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { AppError } from '../domain/errors.ts';
import { type ChainEntry, lineOf } from '../domain/runs/event-chain.ts';
import type { ShownSignature } from '../domain/runs/sign-off.ts';
import { citationsOf, citedPassages, quotesAreIn } from './cited-passages.ts';
import type { BundledRules } from './rules.ts';
import type { SigningKey } from './signing-key.ts';

export type FilePlace = Pick<FileReport, 'role' | 'fileIndex'>;

/** Everything that a bundle is made of. Its run must have ended. */
export type BundleContents = {
  madeAt: Date;
  /** The version of Proviso that makes the bundle. */
  proviso: string;
  /** The result with the reviews that apply to its findings. */
  result: Result;
  signOff: ShownSignature | null;
  rules: BundledRules;
  chain: Iterable<ChainEntry> | AsyncIterable<ChainEntry>;
  /** Yields the texts that were read from the file with this hash, one for each setting with which it was read. */
  textsOf(sha256: string): AsyncIterable<SourceText>;
  /** Opens the bytes of a file of the run, null if they are not stored; absent to leave the files out. */
  openFile?: (file: FilePlace) => Promise<AsyncIterable<Uint8Array> | null>;
};

/** A file of the run in `bundle.json`: its hash if it was opened, and the entries with its cited text and its bytes. */
type BundledSource = {
  role: Role;
  fileIndex: number;
  name: string;
  sha256?: string;
  text?: string;
  file?: string;
};

const folderOf = ({ role, fileIndex }: FilePlace) => `${role}-${fileIndex}`;

/**
 * Writes a bundle (docs/bundle.md) to an empty file and returns its size in bytes. Reads one text at a time, so that
 * memory does not grow with the number of files. Throws `bundle_too_large`, and `text_not_found` if the text of a cited
 * file is no longer stored.
 */
export async function writeBundle(
  file: FileHandle,
  contents: BundleContents,
  key: SigningKey,
  mostBytes: number,
): Promise<number> {
  const { madeAt, proviso, result, signOff, rules, chain } = contents;
  const zip = new ZipWriter(file, mostBytes, () => {
    throw new AppError(
      'bundle_too_large',
      `the bundle exceeds ${mostBytes} bytes: leave the sources out, or raise LIMIT_BUNDLE_BYTES`,
    );
  });
  const entries: WrittenEntry[] = [];
  const add = async (path: string, content: Parameters<ZipWriter['add']>[1]) => {
    const entry = await zip.add(path, content);
    entries.push(entry);
    return entry;
  };
  const addJson = (path: string, value: unknown) => add(path, [Buffer.from(canonicalJson(value))]);
  await addJson('rules.json', rules);
  const { rules: _, ...withoutRules } = result;
  await addJson('result.json', withoutRules);
  const chained = await addChain(add, chain);
  const sources: BundledSource[] = [];
  const cited = citationsByFile(result);
  for (const { role, fileIndex, name } of filesOf(result)) {
    const place = { role, fileIndex };
    const quotes = cited.get(folderOf(place)) ?? [];
    const [first, ...others] = quotes;
    const sha256 = first?.source.sha256 ?? chained.files.get(folderOf(place));
    const source: BundledSource = { role, fileIndex, name, ...(sha256 && { sha256 }) };
    if (first !== undefined) {
      source.text = `texts/${folderOf(place)}.json`;
      const text = await textWith(quotes, first.source, contents);
      await addJson(source.text, citedPassages(text, [first, ...others]));
    }
    const bytes = await contents.openFile?.(place);
    if (bytes) {
      source.file = `sources/${folderOf(place)}/${fileName(name)}`;
      source.sha256 = (await add(source.file, bytes)).sha256;
    }
    sources.push(source);
  }
  const manifest = canonicalJson({
    format: 'proviso-bundle',
    formatVersion: 1,
    madeAt: madeAt.toISOString(),
    madeBy: { name: 'proviso', version: proviso },
    runId: result.runId,
    checkers: checkersOf(result),
    signOff,
    chain: chained.head,
    sources,
    entries,
  });
  await zip.add('bundle.json', [Buffer.from(manifest)]);
  await zip.add('signature.json', [Buffer.from(signatureOf(manifest, key))]);
  return zip.end();
}

async function addChain(
  add: (path: string, content: AsyncIterable<Uint8Array>) => Promise<WrittenEntry>,
  chain: BundleContents['chain'],
) {
  const files = new Map<string, string>();
  const head = { entries: 0, hash: '' };
  async function* lines() {
    for await (const entry of chain) {
      head.entries += 1;
      head.hash = entry.hash;
      if (entry.type === 'file_read' && entry.data.sha256 !== undefined)
        files.set(folderOf(entry.data.file), entry.data.sha256);
      yield Buffer.from(`${lineOf(entry)}\n`);
    }
  }
  await add('chain.jsonl', lines());
  return { head, files };
}

/** Returns the text of a file that has all quotes at their offsets. */
async function textWith(
  quotes: readonly Citation[],
  { name, sha256 }: Citation['source'],
  { textsOf }: BundleContents,
): Promise<SourceText> {
  for await (const text of textsOf(sha256)) if (quotesAreIn(text, quotes)) return text;
  throw new AppError('text_not_found', `the text of ${name} is no longer stored: check the files again`);
}

/**
 * The files of a run: those of its result, and those that findings cite, because a canceled run lists no files. Input
 * files come first, each role in the order of its files.
 */
function filesOf({ files, findings }: Result): (FilePlace & { name: string })[] {
  const cited = findings.flatMap(citationsOf).map(({ source }) => source);
  const all = new Map([...cited, ...files].map((file) => [folderOf(file), file]));
  const rank = ({ role, fileIndex }: FilePlace) => (role === 'input' ? 0 : 1_000_000) + fileIndex;
  return [...all.values()].sort((one, other) => rank(one) - rank(other));
}

function citationsByFile({ findings }: Result): Map<string, Citation[]> {
  const found = new Map<string, Citation[]>();
  for (const citation of findings.flatMap(citationsOf)) {
    const folder = folderOf(citation.source);
    const known = found.get(folder);
    if (known === undefined) found.set(folder, [citation]);
    else known.push(citation);
  }
  return found;
}

/** What checked the rules: each different combination of method, model, prompt and certificate, once. */
function checkersOf({ findings }: Result): unknown[] {
  const different = new Map<string, unknown>();
  for (const { checker } of findings) {
    const { method, model, prompt, certificate } = checker;
    const one = { method, model, prompt, certificate };
    different.set(canonicalJson(one), one);
  }
  return [...different.values()];
}

function signatureOf(manifest: string, key: SigningKey): string {
  return canonicalJson({
    algorithm: 'Ed25519',
    key: { crv: 'Ed25519', kty: 'OKP', x: key.x },
    keyId: key.id,
    signature: key.sign(Buffer.from(manifest)),
    signed: 'bundle.json',
  });
}

/** Converts the name of a file to one that is valid on every system and cannot lead out of its folder. */
function fileName(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|\p{C}]+/gu, '_');
  return (
    [...plain]
      .slice(-100)
      .join('')
      .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '') || 'file'
  );
}
