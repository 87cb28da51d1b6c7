import { Button } from '../../parts/controls/button.tsx';
import type { LintProblem } from '../../service/service.ts';

const severityWords = { error: 'Error', warning: 'Warning', info: 'Note' } as const;

type RuleProblemsProps = {
  /** The name of the rule, for screen readers. */
  named: string;
  problems: readonly LintProblem[];
  onFix: (fix: NonNullable<LintProblem['fix']>) => void;
};

/** The problems of a rule below its fields, each with what to do and the fix that is offered. */
export function RuleProblems({ named, problems, onFix }: RuleProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <ul className="rule-problems stack tight" aria-label={`Problems of ${named}`}>
      {problems.map(({ code, field, start, severity, message, advice, fix }) => (
        <li key={`${code} ${field} ${start}`} data-severity={severity}>
          <strong>{severityWords[severity]}:</strong> {message} <span className="soft">{advice}</span>
          {fix === undefined ? null : (
            <>
              {' '}
              <Button kind="quiet" onClick={() => onFix(fix)}>
                {fixWords(fix)}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function fixWords({ field, replacement }: NonNullable<LintProblem['fix']>): string {
  if (field === 'rule') return 'Remove this rule';
  if (field !== 'ifAbsent') return `Correct the ${field}`;
  return replacement === undefined ? 'Leave it open if absent' : `Set to ${replacement} if absent`;
}
