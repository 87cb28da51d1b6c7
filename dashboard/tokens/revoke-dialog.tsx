import { useEffect, useRef } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import type { Token } from '../service/service.ts';

/** Asks for confirmation before a token is revoked. The focus starts on Cancel, which comes first. */
export function RevokeDialog({
  token,
  onRevoked,
  onCanceled,
}: {
  token: Token;
  onRevoked: () => Promise<void>;
  onCanceled: () => void;
}) {
  const { service } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const { run, busy, failure } = useAction(async () => {
    await service.tokens.revoke.mutate({ id: token._id });
    await onRevoked();
  });

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  return (
    <dialog ref={dialog} className="card" aria-labelledby="revoke" onClose={onCanceled}>
      <h2 id="revoke">Revoke “{token.name}”?</h2>
      <p>
        Programs that send the token ending in <code>{token.last4}</code> are refused from now on. This can’t
        be undone.
      </p>
      <div className="buttons">
        <Button onClick={() => dialog.current?.close()}>Keep it</Button>
        <Button kind="danger" busy={busy} onClick={() => void run()}>
          Revoke token
        </Button>
      </div>
      <Problem>{failure?.text}</Problem>
    </dialog>
  );
}
