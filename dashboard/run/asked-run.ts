/** The run that the page's address asks for, as links in messages do. */
export type AskedRun = { projectId: string; runId: string };

/** Null for an address that asks for none. */
export function askedRun(query: string): AskedRun | null {
  const asked = new URLSearchParams(query);
  const [projectId, runId] = [asked.get('project'), asked.get('run')];
  return projectId && runId ? { projectId, runId } : null;
}
