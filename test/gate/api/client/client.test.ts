import { afterAll, describe, expect, it } from 'vitest';
import { createClient, ProvisoRequestError, problemOf } from '../../../../src/client/index.ts';
import { startTestServer } from '../../../support/server.ts';

const rules = [{ name: 'Notice', description: 'The notice period is at least three months.' }];

const server = await startTestServer();
afterAll(() => server.stop());

const clientOf = (token: string) => createClient({ url: server.address, token });

describe('the typed client', () => {
  it('creates, reads, changes, lists and deletes records with the types of the service', async () => {
    const proviso = clientOf(server.owner.token);
    const made = await proviso.politics.create.mutate({ name: 'Leases', description: 'Shops', rules });
    const id = made.data._id;
    expect((await proviso.politics.get.query({ id })).data.rules).toEqual(rules);
    const patched = await proviso.politics.update.mutate({ id, addRules: rules, name: 'Leases of shops' });
    expect(patched.data).toMatchObject({ name: 'Leases of shops', rules: [...rules, ...rules] });
    expect(await proviso.politics.list.query({ search: 'shops', pageSize: 1 })).toMatchObject({ total: 1 });
    await proviso.politics.delete.mutate({ id });
    await expect(proviso.politics.get.query({ id })).rejects.toThrow(`rule set ${id} was not found`);
  });

  it('accepts a record exactly as it was returned', async () => {
    const proviso = clientOf(server.owner.token);
    const { data } = await proviso.politics.create.mutate({ name: 'Leases', description: 'Shops', rules });
    const { _id, ...read } = data;
    const sent = await proviso.politics.update.mutate({ ...read, id: _id });
    expect(sent.data).toEqual({ ...data, updatedAt: sent.data.updatedAt });
  });

  it('uploads a file whose URL a project then uses', async () => {
    const proviso = clientOf(server.owner.token);
    const file = await proviso.files.upload('The notice period is four months.', 'lease.txt');
    expect(file).toMatchObject({ name: 'lease.txt', type: 'text/plain', size: 33 });
    const { data } = await proviso.politics.create.mutate({ name: 'Leases', description: 'Shops', rules });
    const project = await proviso.projects.create.mutate({
      name: 'Main street 5',
      description: 'The lease',
      politicsId: data._id,
      files: [{ name: 'lease.txt', type: 'document', url: file.url }],
    });
    expect(project.data).toMatchObject({ status: 'draft', files: [{ url: file.url }] });
  });

  it('returns the reason of a failed call as the service reports it', async () => {
    const failed = await clientOf(server.owner.token)
      .politics.create.mutate({ name: ' ', description: 'Shops', rules: [] })
      .catch(problemOf);
    expect(failed).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ path: 'name' }, { path: 'rules' }],
    });
  });

  it('returns the reason if the server refuses a request before calling a procedure, and null without a response', async () => {
    const failed = await clientOf('pv_wrong').politics.list.query({}).catch(problemOf);
    expect(failed).toMatchObject({ status: 401, code: 'unauthenticated' });
    const withoutAnswer = await createClient({ url: 'http://127.0.0.1:9' })
      .politics.list.query({})
      .catch(problemOf);
    expect(withoutAnswer).toBeNull();
  });

  it('throws the problem of a failed upload', async () => {
    const upload = clientOf(server.owner.token).files.upload('', 'empty.txt');
    await expect(upload).rejects.toThrow(ProvisoRequestError);
    await expect(upload).rejects.toMatchObject({ problem: { code: 'upload_refused' } });
  });
});
