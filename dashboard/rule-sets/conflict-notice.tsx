import { useEffect, useRef } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import type { Conflict } from './use-rule-set-edit.ts';

/** Shows what another editor saved in the meantime; the person chooses which version to keep. */
export function ConflictNotice({ conflict }: { conflict: Conflict | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { run, busy, failure } = useAction(async () => conflict?.keepMine());
  useEffect(() => {
    if (conflict !== null) heading.current?.focus();
  }, [conflict]);
  if (conflict === null) return null;
  return (
    <section className="card box conflict stack" aria-labelledby="conflict">
      <h2 id="conflict" ref={heading} tabIndex={-1}>
        Somebody saved this rule set after you opened it
      </h2>
      <p>Your changes are below and not saved yet. What the other editor changed:</p>
      <ul>
        {conflict.changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <div className="buttons">
        <Button onClick={conflict.takeTheirs}>Use their version</Button>
        <Button kind="danger" busy={busy} onClick={() => void run()}>
          Save mine over it
        </Button>
      </div>
      <Problem>{failure?.text}</Problem>
    </section>
  );
}
