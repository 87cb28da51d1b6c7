/** The run in the page's address, as links in notifications have it. */
export type AskedRun = { projectId: string; runId: string };

/** Null for an address without a run. */
export function askedRun(query: string): AskedRun | null {
  const asked = new URLSearchParams(query);
  const [projectId, runId] = [asked.get('project'), asked.get('run')];
  return projectId && runId ? { projectId, runId } : null;
}
