import { useEffect, useState } from 'react';
import { usePage } from '../../parts/page/page-context.ts';
import type { LintProblem } from '../../service/service.ts';
import { type DraftRule, isFilled, ruleOf } from '../draft.ts';

/** The time without typing after which the rules are checked, in ms. */
const pauseMs = 700;

/**
 * The problems of the rules of a draft, by the id of their row. They are asked for when the person pauses typing. A
 * problem is left out as soon as its rule changes. If the service does not answer, there are none.
 */
export function useLint(rules: readonly DraftRule[]): ReadonlyMap<number, LintProblem[]> {
  const { service } = usePage();
  const [found, setFound] = useState<{ rule: DraftRule; problems: LintProblem[] }[]>([]);
  const [settled, setSettled] = useState(rules);

  useEffect(() => {
    const timer = setTimeout(() => setSettled(rules), pauseMs);
    return () => clearTimeout(timer);
  }, [rules]);

  useEffect(() => {
    const filled = settled.filter(isFilled);
    if (filled.length === 0) return setFound([]);
    const stop = new AbortController();
    service.ruleSets.lint.mutate({ rules: filled.map(ruleOf) }, { signal: stop.signal }).then(
      ({ data: { problems } }) =>
        setFound(
          filled.map((rule, at) => ({ rule, problems: problems.filter((problem) => problem.rule === at) })),
        ),
      () => {
        if (!stop.signal.aborted) setFound([]);
      },
    );
    return () => stop.abort();
  }, [service, settled]);

  const current = new Map(rules.map((rule) => [rule.row, rule]));
  return new Map(
    found.flatMap(({ rule, problems }) => {
      const now = current.get(rule.row);
      const isSame =
        now !== undefined && isFilled(now) && JSON.stringify(ruleOf(now)) === JSON.stringify(ruleOf(rule));
      return isSame && problems.length > 0 ? [[rule.row, problems] as const] : [];
    }),
  );
}
