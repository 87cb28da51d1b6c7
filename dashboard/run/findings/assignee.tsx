import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useId } from 'react';
import { useAction } from '../../parts/controls/use-action.ts';
import { Problem } from '../../parts/notice.tsx';
import { useMay, usePage, useUser, useWorkspaces } from '../../parts/page/page-context.ts';
import { queries } from '../../service/queries.ts';
import type { Finding } from '../../service/service.ts';

/** Who is to review a finding; a reviewer can change it. In a workspace with one member there is nothing to choose. */
export function Assignee({ finding, canAssign }: { finding: Finding; canAssign: boolean }) {
  const { projectId } = useParams({ from: '/projects/$projectId/runs/$runId' });
  const { service, announce } = usePage();
  const { current } = useWorkspaces();
  const { _id: myId } = useUser();
  const mayReview = useMay('review');
  const queryClient = useQueryClient();
  const id = useId();
  // Members who have joined since the page was opened count too.
  const { data = [] } = useQuery(queries.members(service, current._id));
  const isShared = data.length > 1;
  const change = useAction(async (next: string) => {
    const asked = { id: projectId, findingId: finding.id, userId: next === '' ? null : next };
    const { data: assigned } = await service.findings.assign.mutate(asked);
    announce(`The finding is assigned to ${assigned.assignee?.name ?? 'nobody'}.`);
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  });
  const { assignee } = finding;
  if (!isShared) return null;
  if (!canAssign || !mayReview)
    return assignee === null ? null : <p className="soft">Assigned to {assignee.name}</p>;
  const names = new Map(
    data.flatMap(({ userId, role, email }) => (role === 'viewer' ? [] : [[userId, email]])),
  );
  if (assignee !== null) names.set(assignee.id, assignee.name);
  return (
    <div className="compare">
      <label htmlFor={id}>Assigned to</label>
      <select
        id={id}
        className="input"
        value={assignee?.id ?? ''}
        disabled={change.busy}
        onChange={({ target }) => void change.run(target.value)}
      >
        <option value="">nobody</option>
        {[...names].map(([userId, name]) => (
          <option key={userId} value={userId}>
            {userId === myId ? `me (${name})` : name}
          </option>
        ))}
      </select>
      <Problem>{change.failure?.text}</Problem>
    </div>
  );
}
