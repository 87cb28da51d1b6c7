import { Link } from '@tanstack/react-router';
import { exactly } from '../parts/exactly.ts';

/** Leads from another page about a run to its findings. */
export function BackToFindings({ projectId, runId }: { projectId: string; runId: string }) {
  return (
    <p>
      <Link to="/projects/$projectId/runs/$runId" params={{ projectId, runId }} activeOptions={exactly}>
        Back to the findings
      </Link>
    </p>
  );
}
