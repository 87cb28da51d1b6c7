import { useEffect, useRef } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { CopyField } from '../parts/controls/copy-button.tsx';
import { Notice } from '../parts/notice.tsx';
import { Moment } from '../parts/times.tsx';
import type { Invitation } from '../service/service.ts';

type InvitationPanelProps = {
  email: string;
  invitation: Pick<Invitation, 'link' | 'problem' | 'expiresAt'>;
  /** What the link allows, after "anyone who opens it". */
  opens?: string;
  onStored: () => void;
};

/** Says that an invitation was mailed, or shows its link, which cannot be shown again. */
export function InvitationPanel({
  email,
  invitation,
  opens = 'can set the password',
  onStored,
}: InvitationPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { link, problem, expiresAt } = invitation;
  return (
    <section className="card box fresh stack loose" aria-labelledby="invitation">
      <h2 id="invitation" ref={heading} tabIndex={-1}>
        {link === null ? `An invitation was sent to ${email}` : `The invitation of ${email}`}
      </h2>
      {link === null ? (
        <p>
          Its link works once, until <Moment time={expiresAt} />.
        </p>
      ) : (
        <>
          <Notice kind="care">
            {problem}, so no mail was sent. Give the link to {email} yourself: anyone who opens it {opens}. It
            is shown this once.
          </Notice>
          <CopyField label="Link" text={link} />
          <p>
            The link works once, until <Moment time={expiresAt} />.
          </p>
        </>
      )}
      <Button kind="main" onClick={onStored}>
        {link === null ? 'Done' : 'I have copied it'}
      </Button>
    </section>
  );
}
