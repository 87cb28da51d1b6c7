import { afterEach, beforeEach, expect, it } from 'vitest';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { tokenService } from '../../../src/services/tokens.ts';
import { owner, stranger } from '../../support/records.ts';
import { type ServiceUnderTest, serviceLimits, silentLog, startService } from '../../support/service.ts';

let under: ServiceUnderTest;
beforeEach(async () => {
  under = await startService();
  const now = new Date().toISOString();
  const user = { id: owner.userId, email: 'owner@example.org', name: '', emailVerified: true };
  await under.store.auth.create('user', { ...user, createdAt: now, updatedAt: now });
});
afterEach(() => under.close());

it('a token authenticates its owner, and only its hash and its last four characters are stored', async () => {
  const { token, secret } = await under.services.tokens.create(owner, { name: 'laptop' });
  expect(secret).toMatch(/^pv_[0-9a-f]{24}_[0-9A-Za-z]{43}$/);
  expect(await under.services.tokens.verify(secret)).toEqual({
    actor: { ...owner, scopes: ['read', 'write', 'run', 'administer'] },
    tokenId: token._id,
  });
  const stored = JSON.stringify(await under.store.tokens.find(token._id));
  expect(stored).not.toContain(secret.slice(-43));
  expect(token).toMatchObject({ last4: secret.slice(-4), name: 'laptop', expiresAt: null });
  expect(token).not.toHaveProperty('hash');
});

it('anything except the exact token is refused', async () => {
  const { secret } = await under.services.tokens.create(owner, { name: 'a' });
  const other = await under.services.tokens.create(owner, { name: 'b' });
  const swapped = `${secret.slice(0, 28)}${other.secret.slice(28)}`;
  const changed = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a');
  for (const wrong of [
    swapped,
    changed,
    `${secret} `,
    `${secret}x`,
    secret.slice(0, -1),
    '',
    'pv_',
    `pv_${newObjectId()}_${secret.slice(28)}`,
  ]) {
    expect(await under.services.tokens.verify(wrong)).toBeNull();
  }
});

it('a token is valid until it expires or its owner revokes it; other users cannot revoke it', async () => {
  const { tokens } = under.services;
  const start = Date.now();
  under.clock.time = start;
  const expiresAt = new Date(start + 1_000).toISOString();
  const expiring = await tokens.create(owner, { name: 'short', expiresAt });
  const revoked = await tokens.create(owner, { name: 'revoked' });
  await expect(tokens.revoke(stranger, revoked.token._id)).rejects.toMatchObject({ code: 'token_not_found' });
  expect(await tokens.verify(revoked.secret)).not.toBeNull();
  await tokens.revoke(owner, revoked.token._id);
  expect(await tokens.verify(revoked.secret)).toBeNull();
  under.clock.time = start + 999;
  expect(await tokens.verify(expiring.secret)).not.toBeNull();
  under.clock.time = start + 1_000;
  expect(await tokens.verify(expiring.secret)).toBeNull();
  await expect(tokens.create(owner, { name: 'late', expiresAt })).rejects.toMatchObject({
    errors: [{ path: 'expiresAt' }],
  });
  expect((await tokens.list(owner)).map((token) => token.name).toSorted()).toEqual(['revoked', 'short']);
  expect(await tokens.list(stranger)).toEqual([]);
});

it('the last use of a token is recorded once a minute: a use 59,999 ms after the recorded one is not stored', async () => {
  const { store, clock } = under;
  const written: number[] = [];
  const touch = async (id: string, at: Date) => {
    written.push(at.getTime());
    await store.tokens.touch(id, at);
  };
  const counted = { ...store, tokens: { ...store.tokens, touch } };
  // Two processes that accept the same token.
  const [one, two] = [1, 2].map(() =>
    tokenService({ store: counted, limits: serviceLimits, clock, log: silentLog }),
  );
  const created = await one?.create(owner, { name: 'a' });
  const secret = created?.secret ?? '';
  const lastUse = async () => (await store.tokens.list(owner.userId))[0]?.lastUsedAt;
  const use = async (ms: number) => {
    clock.time = ms;
    await Promise.all([one, one, one].map((service) => service?.verify(secret)));
    // A use is recorded after the call was answered.
    await expect.poll(lastUse).toBe(new Date(written.at(-1) ?? 0).toISOString());
    await two?.verify(secret);
  };
  const first = Date.now();
  await use(first);
  await use(first + 59_999);
  expect(written).toEqual([first]);
  await use(first + 60_000);
  await use(first + 119_999);
  expect(written).toEqual([first, first + 60_000]);
});

it('a person has the same list of tokens in every workspace, without those of other people', async () => {
  const { tokens } = under.services;
  await tokens.create(owner, { name: 'own' });
  await tokens.create(stranger, { name: 'of a stranger' });
  const there = { ...owner, workspaceId: stranger.workspaceId };
  expect((await tokens.list(there)).map(({ name }) => name)).toEqual(['own']);
});
