import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';
import { Choice } from '../parts/controls/field.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { enterWorkspace } from '../parts/page/chosen-workspace.ts';
import { usePage, useWorkspaces } from '../parts/page/page-context.ts';
import { RecordEntry } from '../parts/record.tsx';
import { Day } from '../parts/times.tsx';
import type { Member } from '../service/service.ts';
import { asRole, roleHints, roleOptions } from './role-words.ts';

type MemberRowProps = {
  member: Member;
  isSelf: boolean;
  canChange: boolean;
  onChanged: (words: string) => Promise<void>;
};

/** One member. Admins can change the role and remove the member. */
export function MemberRow({ member, isSelf, canChange, onChanged }: MemberRowProps) {
  const { service } = usePage();
  const { current } = useWorkspaces();
  const [isAsking, setIsAsking] = useState(false);
  const { userId, role, since } = member;
  const email = member.email || userId;
  const change = useAction(async (next: string) => {
    await service.workspaces.setRole.mutate({ id: current._id, userId, role: asRole(next) });
    if (isSelf) enterWorkspace(current.isOwn ? null : current._id, '/members');
    else await onChanged(`${email} is ${next} now.`);
  });
  return (
    <RecordEntry
      name={member.name || email}
      marks={<span className="chip chip-active">{isSelf ? `You, ${role}` : role}</span>}
      facts={{
        ...(member.name !== '' && { Email: email }),
        Since: <Day time={since} />,
      }}
      wide={['Email']}
    >
      {canChange ? (
        <>
          <Choice
            label={`Role of ${email}`}
            name="role"
            hint={roleHints[role]}
            options={roleOptions}
            value={role}
            onChange={(next) => void change.run(next)}
          />
          {isSelf ? null : (
            <div className="buttons">
              <Button label={`Remove ${email}`} onClick={() => setIsAsking(true)}>
                Remove
              </Button>
            </div>
          )}
        </>
      ) : null}
      <Problem>{change.failure?.text}</Problem>
      {isAsking ? (
        <ConfirmDialog
          title={`Remove ${email}?`}
          confirmWords="Remove"
          onConfirm={async () => {
            await service.workspaces.removeMember.mutate({ id: current._id, userId });
            setIsAsking(false);
            await onChanged(`${email} is no longer a member.`);
          }}
          onCancel={() => setIsAsking(false)}
        >
          The person loses access at once, with sessions and tokens. The records that the person has created
          stay.
        </ConfirmDialog>
      ) : null}
    </RecordEntry>
  );
}
