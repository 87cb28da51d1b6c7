import { afterAll, describe, expect, it } from 'vitest';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import type { NewPolitics } from '../../../src/services/politics.ts';
import { owner, stranger } from '../../support/records.ts';
import { startService } from '../../support/service.ts';

const under = await startService({ LIMIT_RULES: 3, LIMIT_KNOWLEDGE_FILES: 2, LIMIT_RECIPIENTS: 2 });
afterAll(() => under.close());

const rule = (name: string) => ({ name, description: `about ${name}` });
const lease: NewPolitics = { name: 'Lease', description: 'What it must say', rules: [rule('a')] };
const pdf = (url: string) => ({ url, type: 'pdf' as const, name: 'law' });

async function upload(actor = owner): Promise<string> {
  async function* body() {
    yield Buffer.from('text of the law');
  }
  return (await under.services.uploads.put(actor, { name: 'law.txt', body: body() })).url;
}

describe('rule sets', () => {
  it('are not found by other users or under an invalid id', async () => {
    const { politics } = under.services;
    const { _id } = await politics.create(owner, lease);
    for (const attempt of [
      () => politics.get(stranger, _id),
      () => politics.update(stranger, _id, { name: 'mine' }),
      () => politics.remove(stranger, _id),
      () => politics.get(owner, newObjectId()),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'politics_not_found' });
    }
    await expect(politics.get(owner, 'x')).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'id' }],
    });
    expect((await politics.get(owner, _id)).name).toBe('Lease');
  });

  it('are refused if they contain forbidden links; all these links are named, and no link is requested', async () => {
    const urls = [
      'ftp://a.test/x',
      'http://127.0.0.1/x',
      'http://u:p@a.test/x',
      'https://a.example.org/x',
      'http://10.0.0.1/',
    ];
    const strangers = await upload(stranger);
    const gone = 'https://files.example.org/assets/0123456789012345678901234567890123456789/x.pdf';
    const attempt = under.services.politics.create(owner, {
      ...lease,
      knowledgeFiles: [...urls, strangers, gone].map(pdf),
    });
    await expect(attempt).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [0, 1, 2, 4, 5, 6].map((at) => ({ path: `knowledgeFiles[${at}].url` })),
    });
  });

  it('record the uploads that their files refer to, so that the uploads are not removed', async () => {
    const url = await upload();
    const made = await under.services.politics.create(owner, { ...lease, knowledgeFiles: [pdf(url)] });
    const assetId = made.knowledgeFiles[0]?.assetId ?? '';
    expect(await under.store.assetsInUse([assetId])).toEqual(new Set([assetId]));
    const bare = await under.services.politics.update(owner, made._id, {
      removeKnowledgeFiles: [0],
      addKnowledgeFiles: [pdf(url), pdf('https://a.example.org/b')],
    });
    expect(bare.knowledgeFiles.map((file) => file.assetId)).toEqual([assetId, undefined]);
  });

  it('receive a change only once, even if it is repeated after a crash and other changes came between', async () => {
    const { politics } = under.services;
    const { _id } = await politics.create(owner, lease);
    const [first, second] = [newObjectId(), newObjectId()];
    const add = (recordId: string) => politics.update(owner, _id, { addRules: lease.rules }, { recordId });
    await add(first);
    await add(second);
    const { version } = await add(first);
    expect(version).toBe(3);
    expect((await politics.get(owner, _id)).rules).toHaveLength(3 * lease.rules.length);
  });

  it('cannot be deleted while a project uses them', async () => {
    const { politics, projects } = under.services;
    const { _id } = await politics.create(owner, lease);
    const project = await projects.create(owner, { name: 'n', description: 'd', politicsId: _id });
    await expect(politics.remove(owner, _id)).rejects.toMatchObject({ code: 'politics_in_use' });
    await projects.remove(owner, project._id);
    await politics.remove(owner, _id);
    await expect(politics.get(owner, _id)).rejects.toMatchObject({ code: 'politics_not_found' });
  });
});
