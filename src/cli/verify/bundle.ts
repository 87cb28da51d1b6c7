import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { packageFolder } from '../../process/package-folder.ts';
import { clean } from '../../services/report/clean.ts';
import { plural } from '../../services/report/words.ts';
import { badInput, type ExitCode, exitCodes } from '../terminal/ending.ts';
import type { VerifyOptions } from './options.ts';

/** `key` is the id of the key that must have signed; `issuer` the URL of the installation that publishes its keys. */
export type BundleOptions = { key?: string; issuer?: string } & Partial<
  Pick<VerifyOptions, 'format' | 'out' | 'sources' | 'failOn'>
>;

const count = z.int().min(0);
const reportSchema = z.discriminatedUnion('unchanged', [
  z.object({ unchanged: z.literal(false), problem: z.string() }),
  z.object({
    unchanged: z.literal(true),
    keyId: z.string(),
    /** Whether the key is one of those that the caller expects. */
    keyCompared: z.boolean(),
    quotes: count,
    events: count,
    late: count,
    findings: count,
    reviews: count,
    manifest: z.looseObject({
      runId: z.string(),
      madeAt: z.string(),
      madeBy: z.object({ name: z.string(), version: z.string() }),
      signOff: z
        .looseObject({ by: z.string(), at: z.string(), second: z.looseObject({ by: z.string() }).nullish() })
        .nullable(),
      sources: z.array(z.looseObject({ name: z.string(), file: z.string().optional() })),
      entries: z.array(z.looseObject({ path: z.string() })),
    }),
  }),
]);
const checkerSchema = z.object({
  checkBundle: z.function({ input: [z.string(), z.array(z.string()).nullable()], output: reportSchema }),
});
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });

export type BundleReport = z.infer<typeof reportSchema>;

const fetchMs = 15_000;
const mostKeyBytes = 1024 * 1024;

/**
 * `proviso verify run.proviso.zip`: checks a bundle with the same program that people run without Proviso, and says what
 * was proved and what was not. Returns the exit code: 0 if the bundle is unchanged, 1 if not. Throws `bad_input` if the
 * file or the keys of the issuer cannot be read.
 */
export async function verifyBundle(path: string, options: BundleOptions): Promise<ExitCode> {
  const { format = 'table', out, sources = [], failOn = [] } = options;
  if (format === 'html' || format === 'sarif' || out !== undefined || sources.length > 0 || failOn.length > 0)
    throw badInput(
      `${path} is a bundle: only --key, --issuer and --format table or json can be used with it`,
    );
  const report = await bundleReport(path, await expectedKeys(options));
  const text =
    format === 'json'
      ? `${JSON.stringify(report, null, 2)}\n`
      : `${describe(path, report, options).map(clean).join('\n')}\n`;
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
  return report.unchanged ? exitCodes.done : exitCodes.found;
}

/** Checks a bundle. `keys` are the ids of the keys that may have signed it; null if any key may. */
export async function bundleReport(path: string, keys: string[] | null): Promise<BundleReport> {
  const program = pathToFileURL(join(packageFolder(), 'bin/check-bundle.mjs')).href;
  const { checkBundle } = checkerSchema.parse(await import(program));
  try {
    return checkBundle(path, keys);
  } catch (error) {
    throw badInput(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function expectedKeys({ key, issuer }: BundleOptions): Promise<string[] | null> {
  if (key !== undefined && issuer !== undefined) throw badInput('use either --key or --issuer, not both');
  if (key !== undefined && !/^[\w-]{43}$/.test(key))
    throw badInput(`--key ${key} is not the id of a key: the id has 43 letters, digits, - and _`);
  if (issuer === undefined) return key === undefined ? null : [key];
  const url = keySetUrl(issuer);
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(fetchMs), redirect: 'error' });
    if (!answer.ok) throw new Error(`the status is ${answer.status}`);
    const { keys } = keySetSchema.parse(JSON.parse(await limitedText(answer)));
    return keys.map(({ kid }) => kid);
  } catch (error) {
    throw badInput(`the keys of ${issuer} could not be read from ${url}: ${whyNotRead(error)}`);
  }
}

/** The address of the keys of an installation. The issuer may be named with or without the `/v1` of its API. */
function keySetUrl(issuer: string): string {
  const base = issuer.replace(/\/+$/, '').replace(/\/v1$/, '');
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base))
    throw badInput(`--issuer ${issuer} is not an http or https URL, such as https://proviso.example.org`);
  return `${base}/v1/.well-known/jwks.json`;
}

/** The body of an answer, which is read only up to the limit. */
async function limitedText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostKeyBytes) throw new Error(`the answer has more than ${mostKeyBytes / 1024 / 1024} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function whyNotRead(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'the answer is not a set of keys';
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== ''
    ? `${error.message} (${cause.message})`
    : error.message;
}

/** Says what a report proves and what it does not prove. */
function describe(path: string, report: BundleReport, { issuer }: BundleOptions): string[] {
  if (!report.unchanged)
    return [`${path}: NOT VALID`, `  ${report.problem}`, '  Do not rely on anything in this bundle.'];
  const { keyId, keyCompared, quotes, events, late, findings, reviews, manifest } = report;
  const { runId, madeAt, madeBy, signOff, sources, entries } = manifest;
  const bundled = sources.filter(({ file }) => file !== undefined).length;
  const signer = issuer ?? 'the issuer that you named by --key';
  return [
    `${path}: unchanged since it was signed (run ${runId}, ${madeAt}, Proviso ${madeBy.version})`,
    '',
    'Proved:',
    `  - All ${entries.length + 2} entries are as they were signed. The signature of the key ${keyId} is valid.`,
    ...(keyCompared ? [`  - The key is a key of ${signer}.`] : []),
    `  - ${plural(events, 'event is', 'events are')} one unbroken chain. It records the ${plural(findings, 'finding', 'findings')}, the ${plural(reviews, 'review', 'reviews')} and the ${signOff === null ? 'absence of a sign-off' : `sign-off by ${signOff.by}${secondWords(signOff)}`} in this bundle.`,
    `  - ${plural(quotes, 'quote is', 'quotes are')} in the bundled text, at the offsets and the pages, slides, sheets and paragraphs that the findings name.`,
    'Not proved:',
    ...(keyCompared
      ? []
      : [
          '  - Who signed. The key was not compared with anything, and anybody can make a key. Ask the issuer for the id of',
          '    the key and add --key ID, or add --issuer URL to read it from the installation.',
        ]),
    `  - That the bundled text is what the files show. ${bundled} of ${plural(sources.length, 'file is', 'files are')} in the bundle; compare the others by their SHA-256 in bundle.json.`,
    '  - That the findings and reviews are right, that the clock of the issuer was right, and that no newer bundle exists.',
    ...(late === 0
      ? []
      : [
          `  - When ${plural(late, 'event', 'events')} happened: recorded later, when a bundle was made (marked "late" in chain.jsonl).`,
        ]),
  ];
}

function secondWords({ second }: { second?: { by: string } | null | undefined }): string {
  if (second === undefined) return '';
  return second === null ? ' alone, which waits for a second person,' : ` and ${second.by}`;
}
