import type { ReactNode } from 'react';
import { failureOf } from '../service/failure.ts';
import { Icon } from './icon.tsx';

type ProblemProps = { of?: unknown; isWaiting?: boolean; children?: ReactNode };

/**
 * An error that screen readers announce at once. The alert element is always in the page, because screen readers only
 * announce changes of an alert that already exists. `of` is the failure of a request, if it has failed. While the page
 * waits for an answer, that is said in the place of the error.
 */
export function Problem({ of, isWaiting = false, children }: ProblemProps) {
  const words = of ? failureOf(of).text : children;
  return (
    <>
      <div role="alert" className="problem-place">
        {words ? (
          <p className="notice notice-problem">
            <Icon name="warning" />
            <span>{words}</span>
          </p>
        ) : null}
      </div>
      {isWaiting && !words ? <p className="soft">One moment…</p> : null}
    </>
  );
}

/** Several problems, announced like one. The first one is shown as the heading of the others. */
export function ProblemList({ problems: [first, ...others] }: { problems: readonly string[] }) {
  if (others.length === 0) return <Problem>{first}</Problem>;
  return (
    <Problem>
      {first}
      <span className="problem-lines stack">
        {others.map((problem) => (
          <span key={problem}>{problem}</span>
        ))}
      </span>
    </Problem>
  );
}

type NoticeProps = { children: ReactNode; kind?: 'plain' | 'good' | 'care' };

export function Notice({ children, kind = 'plain' }: NoticeProps) {
  return (
    <p className={`notice notice-${kind}`}>
      <Icon name={kind === 'good' ? 'check' : 'warning'} />
      <span>{children}</span>
    </p>
  );
}
