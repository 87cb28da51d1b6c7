import { compareReports } from '../../eval/compare/compare.ts';
import { comparisonText } from '../../eval/compare/say.ts';
import { asOperator } from '../settings/settings.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { writeOut } from '../terminal/output.ts';
import type { CompareOptions } from './options.ts';
import { readReport } from './show.ts';

/** `proviso eval compare`. Exits with 1 if the second run is worse. */
export function evalCompare(before: string, after: string, { format }: CompareOptions): Promise<ExitCode> {
  return asOperator(async () => {
    const comparison = compareReports(await readReport(before), await readReport(after));
    await writeOut(
      format === 'json' ? `${JSON.stringify(comparison, null, 2)}\n` : comparisonText(comparison),
    );
    return comparison.verdict === 'worse' ? exitCodes.found : exitCodes.done;
  });
}
