import type { Dependencies } from '../dependencies.ts';
import type { Estimating } from '../reading.ts';
import { bundleWriter } from '../runs/bundle-writer.ts';
import { comparison } from '../runs/comparison.ts';
import { findingsService } from '../runs/findings.ts';
import { runResults } from '../runs/run-results.ts';
import { reportWriter } from './report-writer.ts';
import type { Reporter } from './reporter.ts';

export type ReporterDependencies = Pick<
  Dependencies,
  'store' | 'assets' | 'links' | 'findTexts' | 'clock' | 'limits' | 'version' | 'signingKey'
>;

/** Does the work in this process. */
export function reporterHere(
  dependencies: ReporterDependencies,
  estimating: Pick<Estimating, 'parts'>,
): Reporter {
  const findings = findingsService(dependencies);
  const resultOf = runResults(dependencies, findings);
  return {
    report: reportWriter(dependencies, resultOf, estimating),
    bundle: bundleWriter(dependencies, resultOf),
    compare: comparison(dependencies, findings),
  };
}
