import { z } from 'zod';
import type { Rule } from '../../../engine/model/rule.ts';
import { uploadedFile } from '../../../src/api/files/schemas.ts';
import { projectView } from '../../../src/api/projects/schemas.ts';
import { createClient } from '../../../src/client/index.ts';
import { canonical } from '../../../tools/canonical/canonical.ts';

export type View = z.infer<typeof projectView>;
export type Answer = { status: number; body: unknown };
export type Material = { rules: Rule[]; inputs: NamedFile[]; knowledge: NamedFile[] };
type NamedFile = { name: string; bytes: Uint8Array };

const made = z.object({ data: z.object({ _id: z.string() }) });

/** Access of one user to a service over plain HTTP. */
export function callerOf(address: string, token: string) {
  async function send(method: string, path: string, body?: object, headers = {}): Promise<Answer> {
    const raw = body instanceof Uint8Array;
    const answer = await fetch(`${address}/v1${path}`, {
      method,
      headers: {
        'api-token': token,
        ...(body && !raw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  async function upload({ name, bytes }: NamedFile): Promise<string> {
    const { body } = await send('POST', `/files?name=${encodeURIComponent(name)}`, bytes, {
      'content-type': 'application/octet-stream',
    });
    return z.object({ data: uploadedFile }).parse(body).data.url;
  }

  return {
    send,
    upload,
    client: createClient({ url: address, token }),

    /** Creates a rule set and a project from the material. Returns the id of the project. */
    async prepare({ rules, inputs, knowledge }: Material): Promise<string> {
      const knowledgeFiles = [];
      for (const file of knowledge) {
        knowledgeFiles.push({ name: file.name, type: 'pdf', url: await upload(file) });
      }
      const files = [];
      for (const file of inputs) files.push({ name: file.name, type: 'document', url: await upload(file) });
      const about = { name: 'Guide', description: 'What it must say' };
      const politics = await send('POST', '/politics', { ...about, rules, knowledgeFiles });
      const { _id: politicsId } = made.parse(politics.body).data;
      const project = await send('POST', '/projects', { ...about, politicsId, files });
      return made.parse(project.body).data._id;
    },

    async startRun(project: string): Promise<void> {
      const { status, body } = await send('PUT', `/projects/${project}`, { status: 'deploying' });
      if (status !== 200) throw new Error(JSON.stringify(body));
    },

    async view(project: string): Promise<View> {
      const { body } = await send('GET', `/projects/${project}`);
      return z.object({ data: projectView }).parse(body).data;
    },
  };
}

export type Caller = ReturnType<typeof callerOf>;

/**
 * The result of an ended run, without assignees, as a text that is the same for equal results. Throws if the result is
 * missing or incomplete.
 */
export function meaningOf({ result, progress }: View): string {
  if (result === null || progress === null) throw new Error('the run must have ended');
  const { findingsTotal, findingsUrl: _, nextCursor: __, ...rest } = result;
  if (findingsTotal !== rest.findings.length)
    throw new Error(`${findingsTotal} findings, of which the answer contains only some`);
  const findings = rest.findings.map(({ assignee: _, ...finding }) => finding);
  return canonical({ ...rest, findings, runId: progress.runId });
}
