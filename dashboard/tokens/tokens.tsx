import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../parts/controls/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { failureOf } from '../service/failure.ts';
import type { FreshToken, Token } from '../service/service.ts';
import { FreshTokenPanel } from './fresh-token.tsx';
import { MakeToken } from './make-token.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { TokenList } from './token-list.tsx';

type Listed = { tokens: readonly Token[]; at: number };

/** Creates, lists and revokes tokens. Shows a new token until the user confirms that it is stored elsewhere. */
export function Tokens() {
  const { announce } = usePage();
  const { listed, trouble, reload } = useTokens();
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

  async function revoked(token: Token) {
    await reload();
    flushSync(() => setRevoking(null));
    document.getElementById('tokens')?.focus();
    announce(`Token “${token.name}” is revoked.`);
  }

  return (
    <>
      {fresh === null ? <MakeToken onMade={made} /> : <FreshTokenPanel fresh={fresh} onStored={stored} />}
      {listed === null ? null : <TokenList tokens={listed.tokens} now={listed.at} onRevoke={setRevoking} />}
      <Problem>{trouble}</Problem>
      {trouble === null ? null : <Button onClick={() => void reload()}>Try again</Button>}
      {revoking === null ? null : (
        <RevokeDialog
          token={revoking}
          onRevoked={() => revoked(revoking)}
          onCanceled={() => setRevoking(null)}
        />
      )}
    </>
  );
}

/** The tokens as they were last fetched. They are fetched again when the user returns to the page. */
function useTokens() {
  const { service, sessionEnded } = usePage();
  const [listed, setListed] = useState<Listed | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);

  const reload = useCallback(async () => {
    try {
      setListed({ tokens: await service.tokens.list.query(), at: Date.now() });
      setTrouble(null);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === 'unauthenticated') sessionEnded();
      else setTrouble(failure.text);
    }
  }, [service, sessionEnded]);

  useEffect(() => {
    void reload();
    const look = () => void reload();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [reload]);

  return { listed, trouble, reload };
}
