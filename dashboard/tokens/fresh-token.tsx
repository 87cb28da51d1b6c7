import { useEffect, useRef } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { CopyButton, CopyField } from '../parts/controls/copy-button.tsx';
import { Notice } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import type { FreshToken } from '../service/service.ts';

/** Shows a new token, which cannot be shown again, and a sample request with the token. */
export function FreshTokenPanel({ fresh, onStored }: { fresh: FreshToken; onStored: () => void }) {
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
