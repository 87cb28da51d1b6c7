import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** An error, announced to screen readers at once. Its element exists before it is needed. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="problem-place">
      {children ? (
        <p className="notice notice-problem">
          <Icon name="warning" />
          <span>{children}</span>
        </p>
      ) : null}
    </div>
  );
}

/** Useful information. */
export function Notice({
  children,
  kind = 'plain',
}: {
  children: ReactNode;
  kind?: 'plain' | 'good' | 'care';
}) {
  return (
    <p className={`notice notice-${kind}`}>
      <Icon name={kind === 'good' ? 'check' : 'warning'} />
      <span>{children}</span>
    </p>
  );
}
