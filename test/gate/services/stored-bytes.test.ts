import { afterEach, beforeEach, expect, it } from 'vitest';
import { owner } from '../../support/records.ts';
import { type ServiceUnderTest, startService } from '../../support/service.ts';

let under: ServiceUnderTest;
beforeEach(async () => {
  under = await startService({ LIMIT_STORED_BYTES: 1_000 });
});
afterEach(() => under.close());

async function* bytes(isWhole: boolean) {
  yield Buffer.alloc(900, 'a');
  if (!isWhole) throw new Error('socket hang up');
}

it('an upload that breaks off takes none of the space of its owner', async () => {
  const put = (isWhole: boolean) =>
    under.assets.put({ owner: owner.userId, name: 'a.txt', maxBytes: 1_000, body: bytes(isWhole) });
  await expect(put(false)).rejects.toMatchObject({ code: 'upload_incomplete' });
  expect(await put(true)).toMatchObject({ size: 900 });
  await expect(put(true)).rejects.toMatchObject({ code: 'quota_exceeded' });
});
