import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'vitest';
import { expectFoundAndMended, type PlantedFault } from './planted-fault.ts';

const isRoot = process.getuid?.() === 0;
/** The user id of an unprivileged user. */
const otherUser = 65_534;
const path = process.env.PATH ?? '';
const english = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng')),
  '4.0.0_best_int/eng.traineddata.gz',
);

/** A program that is installed and cannot start. */
function brokenProgram(folder: string, name: string): Record<string, string> {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, name), '#!/bin/sh\necho "a library is missing" >&2\nexit 127\n');
  chmodSync(join(programs, name), 0o755);
  return { PATH: `${programs}:${path}` };
}

/** Removes the broken program, so that the installed one is found. */
function repaired(name: string): PlantedFault['mend'] {
  return (folder, planted) => {
    unlinkSync(join(folder, 'programs', name));
    return planted;
  };
}

/** A PATH with every program except one. */
function without(folder: string, name: string): Record<string, string> {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  for (const place of path.split(':').reverse())
    for (const program of readable(place)) {
      rmSync(join(programs, program), { force: true });
      if (program !== name) symlinkSync(join(place, program), join(programs, program));
    }
  return { PATH: programs };
}

function readable(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const faults: PlantedFault[] = [
  {
    fault: 'ffmpeg does not start',
    part: 'recordings',
    advice: /ffmpeg is installed but does not work: a library is missing\. .*remove it from PATH/,
    plant: (folder) => brokenProgram(folder, 'ffmpeg'),
    mend: repaired('ffmpeg'),
  },
  {
    fault: 'ffmpeg is not installed',
    part: 'recordings',
    advice: /install ffmpeg to read videos/,
    isNote: true,
    plant: (folder) => without(folder, 'ffmpeg'),
    mend: () => ({ PATH: path }),
  },
  {
    fault: 'LibreOffice does not start',
    part: 'pages of documents',
    advice: /LibreOffice \(soffice\) is installed but does not work: a library is missing/,
    plant: (folder) => ({ ...brokenProgram(folder, 'soffice'), PAGE_LAYOUT: 'auto' }),
    mend: repaired('soffice'),
  },
  {
    fault: 'LibreOffice starts and cannot open documents',
    part: 'pages of documents',
    advice:
      /LibreOffice 7\.4 is installed but does not work: .*libreoffice-writer|LibreOffice 7\.4,.* is installed but does not work/,
    plant(folder) {
      const planted = brokenProgram(folder, 'soffice');
      const program = '#!/bin/sh\n[ "$1" = --version ] && echo "LibreOffice 7.4" && exit 0\nexit 1\n';
      writeFileSync(join(folder, 'programs', 'soffice'), program);
      return { ...planted, PAGE_LAYOUT: 'auto' };
    },
    mend: repaired('soffice'),
  },
  {
    fault: 'a language of pictures has a name that Tesseract does not know',
    part: 'pictures',
    advice: /the language "english" is not installed\. Use Tesseract's name/,
    plant: () => ({ OCR_LANGUAGES: 'english' }),
    mend: () => ({ OCR_LANGUAGES: 'eng' }),
  },
  {
    fault: 'the data of a language is damaged',
    part: 'pictures',
    advice: /could not be read in zzz.*Install the packages @tesseract\.js-data\/… of zzz again/,
    plant(folder) {
      const data = join(folder, 'packages/@tesseract.js-data/zzz/4.0.0_best_int');
      mkdirSync(data, { recursive: true });
      writeFileSync(join(dirname(data), 'package.json'), '{"main":"index.js"}');
      writeFileSync(join(dirname(data), 'index.js'), '');
      writeFileSync(join(data, 'zzz.traineddata.gz'), 'cut off');
      return { OCR_LANGUAGES: 'zzz', NODE_PATH: join(folder, 'packages') };
    },
    mend(folder, planted) {
      const data = join(folder, 'packages/@tesseract.js-data/zzz/4.0.0_best_int/zzz.traineddata.gz');
      copyFileSync(english, data);
      return planted;
    },
  },
  {
    fault: 'HOST is not an address of this machine',
    part: 'address',
    advice: /HOST 192\.0\.2\.1 is not an address of this machine.*Set HOST to 127\.0\.0\.1/,
    plant: () => ({ HOST: '192.0.2.1' }),
    mend: () => ({ HOST: '127.0.0.1' }),
  },
];

describe('a machine', () => {
  it.each(faults)('is mended by the advice of doctor: $fault', expectFoundAndMended);

  it.skipIf(!isRoot)('is mended by the advice of doctor: its disk is nearly full', async () => {
    const data = mkdtempSync(join(tmpdir(), 'proviso-small-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', data]);
    try {
      await expectFoundAndMended({
        fault: 'the disk is nearly full',
        part: 'disk space',
        advice: /an upload may have 200 MB\. Free disk space, .*or lower LIMIT_UPLOAD_BYTES/,
        plant: () => ({ DATA_DIR: data }),
        mend: (_, planted) => ({ ...planted, LIMIT_UPLOAD_BYTES: '1000000' }),
      });
    } finally {
      execFileSync('umount', [data]);
      rmSync(data, { recursive: true });
    }
  });

  it.skipIf(!isRoot)('is mended by the advice of doctor: DATA_DIR is on a read-only disk', async () => {
    const data = mkdtempSync(join(tmpdir(), 'proviso-read-only-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', data]);
    try {
      await expectFoundAndMended({
        fault: 'DATA_DIR is on a read-only disk',
        part: 'data folder',
        advice: /its file system is read-only\. Set DATA_DIR to a folder that this user can write to/,
        plant: () => ({ DATA_DIR: data }),
        mend: (folder) => ({ DATA_DIR: join(folder, 'data') }),
      });
    } finally {
      execFileSync('umount', [data]);
      rmSync(data, { recursive: true });
    }
  });

  it.skipIf(!isRoot)('is mended by the advice of doctor: this user may not write to DATA_DIR', async () => {
    const data = mkdtempSync(join(tmpdir(), 'proviso-of-root-'));
    chmodSync(data, 0o755);
    try {
      await expectFoundAndMended({
        fault: 'this user may not write to DATA_DIR',
        part: 'data folder',
        advice:
          /this user is not allowed to write there\. Set DATA_DIR to a folder that this user can write to/,
        user: otherUser,
        plant: () => ({ DATA_DIR: data }),
        mend(_, planted) {
          chownSync(data, otherUser, otherUser);
          return planted;
        },
      });
    } finally {
      rmSync(data, { recursive: true });
    }
  });

  it.skipIf(!isRoot)('is mended by the advice of doctor: another user owns a file', async () => {
    // Doctor runs as an unprivileged user.
    const data = mkdtempSync(join(tmpdir(), 'proviso-owned-'));
    chownSync(data, otherUser, otherUser);
    chmodSync(data, 0o755);
    const file = join(data, 'scratch');
    try {
      await expectFoundAndMended({
        fault: 'another user owns a file',
        part: 'file rights',
        advice: /can read \S+scratch, which belongs to another user: have an administrator run chown 65534 /,
        user: otherUser,
        plant() {
          mkdirSync(file);
          chmodSync(file, 0o755);
          return { DATA_DIR: data };
        },
        mend(_, planted) {
          chownSync(file, otherUser, otherUser);
          chmodSync(file, 0o700);
          return planted;
        },
      });
    } finally {
      rmSync(data, { recursive: true });
    }
  });
});
