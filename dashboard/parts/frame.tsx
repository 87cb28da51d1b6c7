import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

/** The frame of every view: the name, the link to the reference, and the signed-in user. */
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
