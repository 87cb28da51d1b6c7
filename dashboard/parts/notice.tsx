import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Something that went wrong, told at once to those who listen too. Its place is there before it is needed. */
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

/** Something worth knowing. */
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
