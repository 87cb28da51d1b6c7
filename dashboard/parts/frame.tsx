import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

type FrameProps = { navigation?: ReactNode; account?: ReactNode; children: ReactNode };

/** What surrounds every view: the name, the places to go, and who is signed in. */
export function Frame({ navigation, account, children }: FrameProps) {
  return (
    <>
      <header className="top">
        <Mark />
        {navigation}
        <a className="reference" href="/docs">
          API reference
        </a>
        {account}
      </header>
      <main>{children}</main>
    </>
  );
}
