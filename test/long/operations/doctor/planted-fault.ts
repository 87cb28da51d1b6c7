import { expect } from 'vitest';
import { proviso, workFolder } from '../../../gate/cli/command.ts';

type Settings = Record<string, string>;

/** A fault of an installation, and what an operator does who follows the advice of `proviso doctor`. */
export type PlantedFault = {
  /** What is wrong. */
  fault: string;
  /** The part that doctor reports. */
  part: string;
  /** The advice, or the message that contains it. */
  advice: RegExp;
  /** Whether the service works in spite of the fault, so that doctor prints a note. */
  isNote?: true;
  /** Whether the fault is a value that no setting may have, so that doctor names it before it tests any part. */
  isRefused?: true;
  /** The id of the user that runs doctor, if it is another user than that of the test. */
  user?: number;
  /** Makes the fault in the folder in which doctor runs. Returns the settings. */
  plant(folder: string): Settings | Promise<Settings>;
  /** Follows the advice. Returns the settings after it. */
  mend(folder: string, planted: Settings): Settings | Promise<Settings>;
};

/** Laying out a page with LibreOffice takes seconds, so only the faults of LibreOffice turn it on. */
const quick = { PAGE_LAYOUT: 'off' };

/** Plants a fault, and expects that doctor finds it and that its advice removes it. */
export async function expectFoundAndMended(one: PlantedFault): Promise<void> {
  const folder = workFolder({});
  const run = (env: Settings) =>
    proviso(['doctor'], {
      cwd: folder.path,
      env: { ...quick, ...env },
      ...(one.user !== undefined && { uid: one.user }),
    });
  try {
    const planted = await one.plant(folder.path);
    const found = await run(planted);
    const report = `${found.stdout}${found.stderr}`;
    expect({ report, code: found.code }).toEqual({
      report: expect.stringMatching(one.advice),
      code: one.isNote ? 0 : 2,
    });
    if (!one.isNote && !one.isRefused) expect(failedParts(found.stdout)).toContain(one.part);
    const mended = await run(await one.mend(folder.path, planted));
    const after = `${mended.stdout}${mended.stderr}`;
    expect(after).not.toMatch(one.advice);
    expect({ after, failed: failedParts(mended.stdout) }).toEqual({ after, failed: [] });
    expect({ after, code: mended.code }).toEqual({ after, code: 0 });
    expect(mended.stdout).toContain(`ok      ${one.part}: `);
  } finally {
    folder.remove();
  }
}

function failedParts(report: string): string[] {
  return [...report.matchAll(/^FAILED {2}([^:]+):/gm)].map(([, part]) => part ?? '');
}
