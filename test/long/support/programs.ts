import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** External programs, each with its Debian package and the tests that need the program. */
const programs = {
  soffice: ['libreoffice-writer, libreoffice-calc and libreoffice-impress', 'files that LibreOffice saved'],
  gs: ['ghostscript', 'PDFs that Ghostscript made, and the scans drawn by it'],
  convert: ['imagemagick', 'scans that ImageMagick saved'],
  'espeak-ng': ['espeak-ng', 'spoken recordings'],
  ffmpeg: ['ffmpeg', 'recordings of other kinds'],
  chromium: ['chromium', 'pages that Chromium printed'],
  pdftotext: ['poppler-utils', 'the texts of PDFs against an independent reader'],
  xmllint: ['libxml2-utils', 'the XML of reports against an independent parser'],
  pdftoppm: ['poppler-utils', 'the pictures of printed reports'],
  pdfinfo: ['poppler-utils', 'the positions of words on rotated pages'],
} as const;

type Program = keyof typeof programs;

/** On some systems a different program is also called convert. */
const probes: Partial<Record<Program, string>> = { convert: 'identify' };

const known = new Map<Program, boolean>();

/** Whether all of these programs are installed; prints the names of those that are missing. */
export function areHere(...names: Program[]): boolean {
  return names.map(isHere).every((here) => here);
}

/** Runs a program to its end and returns its output. Throws if the program fails or takes longer than a minute. */
export async function run(program: Program, args: readonly string[]): Promise<string> {
  const limits = { timeout: 60_000, killSignal: 'SIGKILL', maxBuffer: 256 * 1024 * 1024 } as const;
  return (await promisify(execFile)(program, args, limits)).stdout;
}

function isHere(name: Program): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const here = spawnSync('sh', ['-c', `command -v ${probes[name] ?? name}`]).status === 0;
  known.set(name, here);
  const [packages, untried] = programs[name];
  if (!here)
    process.stderr.write(
      `SKIPPED because ${name} is not installed: install ${packages} to test ${untried}\n`,
    );
  return here;
}
