import type { ReactNode } from 'react';

type FrameProps = { navigation?: ReactNode; account?: ReactNode; children: ReactNode };

/** The frame around every view: the name of the product, the navigation, and who is signed in. */
export function Frame({ navigation, account, children }: FrameProps) {
  return (
    <>
      <header className="top line">
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

/** The name of the product with its logo: lines of text and a check mark. */
function Mark() {
  return (
    <span className="mark">
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="7" />
        <path className="mark-lines" d="M8 9.5h16M8 15h7" />
        <path className="mark-check" d="m11.5 21 4 4L24.5 15" />
      </svg>
      Proviso
    </span>
  );
}
