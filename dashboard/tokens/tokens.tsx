import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';
import { CopyButton, CopyField } from '../parts/controls/copy-button.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { queries } from '../service/queries.ts';
import type { FreshToken, Token } from '../service/service.ts';
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
      <Problem of={error} isWaiting={tokens === undefined} />
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

/** Shows a new token, which cannot be shown again, and a sample request with the token. */
function FreshTokenPanel({ fresh, onStored }: { fresh: FreshToken; onStored: () => void }) {
  const { service } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const line = useRef<HTMLElement>(null);
  const curl = `curl -H "api-token: ${fresh.secret}" ${service.origin}/v1/politics`;

  useEffect(() => heading.current?.focus(), []);

  return (
    <section className="card box fresh stack loose" aria-labelledby="fresh-token">
      <h2 id="fresh-token" ref={heading} tabIndex={-1}>
        Your new token “{fresh.token.name}”
      </h2>
      <Notice kind="care">
        Store it now, in a password manager or your program’s secrets. It is shown this once; the server keeps
        only a hash of it.
      </Notice>
      <CopyField label="Token" text={fresh.secret} />
      <div className="field stack">
        <div className="field-head">
          <p className="label">Try it in a terminal</p>
          <CopyButton text={curl} what="curl command" shownIn={line} />
        </div>
        <pre className="code">
          <code ref={line}>{curl}</code>
        </pre>
        <p className="below">It lists your rule sets; on a new server that is an empty list.</p>
      </div>
      <Button kind="main" onClick={onStored}>
        I stored it
      </Button>
    </section>
  );
}
