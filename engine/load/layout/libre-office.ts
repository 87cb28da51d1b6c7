import { execFile, spawn } from 'node:child_process';
import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultLimits } from '../../job.ts';
import { ReadFailure } from '../../model/errors.ts';
import type { OfficeFile, PageLayout } from '../../ports.ts';
import { createWorkQueue } from '../../runtime/work-queue.ts';
import { confine, confinement } from '../../sandbox/confinement.ts';
import { askReader } from '../sandbox/reader.ts';
import { withReader } from '../sandbox/with-reader.ts';
import { unlinkable } from './unlinked/write-unlinked.ts';

const watchEveryMs = 250;
/**
 * The time limit for LibreOffice to print its version. On a busy machine, printing the version takes ten times longer
 * than usual.
 */
const findMs = 20_000;
/**
 * Maximum memory that LibreOffice may use for one document. LibreOffice needs less for a document of a thousand pages.
 */
/** How many documents are laid out at the same time, so that slow ones of one user do not delay another's. */
const atOnce = 2;
const mostMemoryBytes = 2 * 1024 * 1024 * 1024;

/** Exports hidden slides too, so that the number of a page is the number of its slide. */
const slidesFilter = `pdf:impress_pdf_Export:${JSON.stringify({ ExportHiddenSlides: { type: 'boolean', value: 'true' } })}`;

/**
 * Returns a function that finds LibreOffice on its first call; the function resolves to null if LibreOffice is not
 * installed.
 */
export function libreOffice(): () => Promise<PageLayout | null> {
  let found: Promise<PageLayout | null> | null = null;
  return () => {
    found ??= findLibreOffice();
    return found;
  };
}

/**
 * LibreOffice, or null when it is not installed. The documents of a run or request, which has one signal, are laid out one
 * after another, each by a new process with a new profile, without macros, links or proxies. The process opens a copy without links to other files, and, where the
 * system allows that, has no network and sees no file but its own and the document. The process and its children are
 * killed when they exceed the limit of time or memory.
 */
async function findLibreOffice(): Promise<PageLayout | null> {
  const version = await outputOf('soffice', ['--version']);
  const number = /LibreOffice ([\d.]+)/.exec(version ?? '')?.[1];
  if (number === undefined) return null;
  const places = createWorkQueue(atOnce);
  const lines = new WeakMap<AbortSignal, typeof places>();
  return {
    // The second number is that of the way in which links are removed.
    id: `libreoffice ${number} 2`,
    description: `LibreOffice ${number}${confined()}`,
    pdfOf(document, use, limits) {
      const line = lines.get(limits.signal) ?? createWorkQueue(1);
      lines.set(limits.signal, line);
      return line(() => places(() => layOut(document, use, limits)));
    },
  };
}

function confined(): string {
  const { network, files } = confinement();
  if (files) return ', without a network, with access to the document only';
  const links = network ? 'without a network' : 'with links and proxies turned off';
  return `, ${links}, with access to the files of this machine; DOC files are not opened`;
}

async function layOut<Result>(
  document: OfficeFile,
  use: (pdf: string) => Promise<Result>,
  { signal, ms }: { signal: AbortSignal; ms: number },
): Promise<Result> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'proviso-layout-'));
  try {
    const profile = join(folder, 'profile');
    await mkdir(join(profile, 'user'), { recursive: true });
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), profileSettings);
    const copy = join(folder, `document${document.ending}`);
    await copyWithoutLinks(document, copy, { signal, ms });
    const args = [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      '--headless',
      '--norestore',
      '--nolockcheck',
      '--convert-to',
      document.isPresentation ? slidesFilter : 'pdf:writer_pdf_Export',
      '--outdir',
      folder,
      copy,
    ];
    await run(confine('soffice', args, { endsWithParent: true, files: { write: folder } }), folder, {
      signal,
      ms,
    });
    const pdf = join(folder, 'document.pdf');
    await access(pdf).catch((cause: unknown) => {
      throw new ReadFailure('damaged', 'LibreOffice could not open it.', { cause });
    });
    return await use(pdf);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies a document without links to other files; a DOC file as it is, because its fields and objects cannot be removed
 * without writing all of its tables anew. Throws a `ReadFailure` if LibreOffice must not open the file.
 */
async function copyWithoutLinks(
  { path, ending }: OfficeFile,
  copy: string,
  { signal, ms }: { signal: AbortSignal; ms: number },
): Promise<void> {
  if (unlinkable.some((one) => one === ending)) {
    await withReader({ memoryBytes: defaultLimits.fileMemoryBytes, ms }, signal, (child) =>
      askReader(child, { ask: 'unlink', from: path, to: copy }),
    );
    return;
  }
  if (!confinement().files) {
    throw new ReadFailure(
      'unsupported_type',
      'a file of this type can contain links to files of the server, from which this system cannot isolate LibreOffice. Save it as DOCX or PDF.',
    );
  }
  await copyFile(path, copy);
}

/**
 * Runs the program. If the program had to be killed, rejects with the signal's reason, or with a `ReadFailure` with the
 * code `timed_out` or `out_of_memory`.
 */
function run(
  { command, args }: { command: string; args: string[] },
  home: string,
  { signal, ms }: { signal: AbortSignal; ms: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = process.env.PATH === undefined ? {} : { PATH: process.env.PATH };
    const child = spawn(command, args, {
      env: { ...path, HOME: home, TMPDIR: home },
      cwd: home,
      stdio: 'ignore',
      detached: true,
    });
    let ending: unknown = null;
    const kill = (reason: unknown) => {
      ending ??= reason;
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    };
    const onAbort = () => kill(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const clock = setTimeout(() => kill(stopped('timed_out', 'time')), ms);
    const watch = setInterval(async () => {
      if ((await memoryOf(child.pid)) > mostMemoryBytes) kill(stopped('out_of_memory', 'memory'));
    }, watchEveryMs);
    const end = (settle: () => void) => {
      clearTimeout(clock);
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    child.on('error', (error) => end(() => reject(error)));
    child.on('exit', () => end(() => (ending === null ? resolve() : reject(ending))));
  });
}

function stopped(code: 'timed_out' | 'out_of_memory', of: string): ReadFailure {
  return new ReadFailure(code, `LibreOffice exceeded the ${of} limit for one file.`);
}

/** The output of a program, or null when it is not installed or fails. */
function outputOf(program: string, args: string[]): Promise<string | null> {
  const env = process.env.PATH === undefined ? {} : { PATH: process.env.PATH };
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: findMs, killSignal: 'SIGKILL' }, (error, stdout) =>
      resolve(error === null ? stdout : null),
    );
  });
}

/** The kernel reports memory in units of this many bytes on nearly every machine. */
const pageBytes = 4096;

/** The memory in use by a process and its descendants, in bytes; 0 where the system does not report it. */
async function memoryOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const names = await readdir('/proc').catch(() => []);
  const states = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(stateOf));
  let sum = 0;
  const family = [pid];
  for (const one of family) {
    for (const { pid: other, parent, bytes } of states) {
      if (other === one) sum += bytes;
      if (parent === one) family.push(other);
    }
  }
  return sum;
}

/**
 * Parses `/proc/PID/stat` (proc(5)). Its second field, the process's name, is in brackets and may contain any
 * character.
 */
async function stateOf(process: string): Promise<{ pid: number; parent: number; bytes: number }> {
  const state = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => '');
  const fields = state.slice(state.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number(process),
    parent: Number(fields[1] ?? 0),
    bytes: Number(fields[21] ?? 0) * pageBytes,
  };
}

const settings: [path: string, name: string, value: string][] = [
  // LibreOffice must not open the pictures, sections or templates that a document links to, whether local or remote.
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Office.Writer/Content/Update', 'Link', '2'],
  // If LibreOffice makes a request nevertheless, the request goes to a proxy that does not exist.
  ['Inet/Settings', 'ooInetProxyType', '1'],
  ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', '9'],
  ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
  ['Inet/Settings', 'ooInetNoProxy', ''],
];

/** LibreOffice's settings for untrusted documents, as an XML file of its profile. */
const profileSettings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${settings
  .map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`;
