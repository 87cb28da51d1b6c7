import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { queries } from '../service/queries.ts';
import type { FreshToken, Token } from '../service/service.ts';
import { FreshTokenPanel } from './fresh-token.tsx';
import { MakeToken } from './make-token.tsx';
import { TokenList } from './token-list.tsx';

/** Creates, lists and revokes tokens. Shows a new token until the user confirms that it is stored elsewhere. */
export function Tokens() {
  const { service, announce } = usePage();
  const { data: tokens, error, dataUpdatedAt, refetch: reload } = useQuery(queries.tokens(service));
  const [fresh, setFresh] = useState<FreshToken | null>(null);
  const [revoking, setRevoking] = useState<Token | null>(null);

  function made(token: FreshToken) {
    setFresh(token);
    void reload();
  }

  function stored() {
    flushSync(() => setFresh(null));
    document.getElementById('make-token')?.focus();
    announce('The token is no longer on this page.');
    void reload();
  }

  async function revoke(token: Token) {
    await service.tokens.revoke.mutate({ id: token._id });
    await reload();
    flushSync(() => setRevoking(null));
    document.getElementById('tokens')?.focus();
    announce(`Token “${token.name}” is revoked.`);
  }

  return (
    <>
      {fresh === null ? <MakeToken onMade={made} /> : <FreshTokenPanel fresh={fresh} onStored={stored} />}
      {tokens && <TokenList tokens={tokens} now={dataUpdatedAt} onRevoke={setRevoking} />}
      <Problem of={error} />
      {error === null ? null : <Button onClick={() => void reload()}>Try again</Button>}
      {revoking === null ? null : (
        <ConfirmDialog
          title={`Revoke “${revoking.name}”?`}
          confirmWords="Revoke token"
          onConfirm={() => revoke(revoking)}
          onCancel={() => setRevoking(null)}
        >
          Programs that send the token ending in <code>{revoking.last4}</code> are refused from now on. This
          can’t be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
