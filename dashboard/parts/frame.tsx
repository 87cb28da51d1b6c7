import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

/** What is around every view: the name, the way to the reference, and who is here. */
export function Frame({ account, children }: { account?: ReactNode; children: ReactNode }) {
  return (
    <>
      <header className="top">
        <Mark />
        <a className="reference" href="/docs">
          API reference
        </a>
        {account}
      </header>
      <main>{children}</main>
    </>
  );
}
