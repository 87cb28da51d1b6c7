import { Link } from '@tanstack/react-router';
import { exactly } from '../parts/exactly.ts';

/** A link from another page about a run back to the findings of the run. */
export function BackToFindings({ projectId, runId }: { projectId: string; runId: string }) {
  return (
    <p>
      <Link to="/projects/$projectId/runs/$runId" params={{ projectId, runId }} activeOptions={exactly}>
        Back to the findings
      </Link>
    </p>
  );
}
