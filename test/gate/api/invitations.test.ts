import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startMailServer } from '../../support/notify/mail-server.ts';
import { startTestServer } from '../../support/server.ts';
import { browserOf, dataOf, password, problemIn, signedInAs } from '../../support/sessions.ts';

type Visitor = ReturnType<typeof browserOf>;

async function secretFor(email: string): Promise<string> {
  const answer = await ada.call('workspaces.invite', { id: adaId, email, role: 'viewer' });
  const { link } = z.object({ data: z.object({ link: z.string() }) }).parse(dataOf(answer)).data;
  return link.split('#')[1] ?? '';
}

async function namesOf(who: Visitor): Promise<string[]> {
  const list = z.object({ data: z.array(z.object({ name: z.string() })) });
  return list.parse(dataOf(await who.read('workspaces.list', {}))).data.map(({ name }) => name);
}

const server = await startTestServer();
const { who: ada, id: adaId } = await signedInAs(server, 'ada@example.org');
afterAll(() => server.stop());

describe('an invitation', () => {
  it('lets its email, and no other, create an account while sign-up is closed, until it is used', async () => {
    const guest = browserOf(server);
    const email = 'guest@example.org';
    const secret = await secretFor('Guest@example.org');
    const workspace = 'ada@example.org’s workspace';
    const offer = dataOf(await guest.read('workspaces.offer', { secret }));
    expect(offer).toMatchObject({ email, workspace, isMember: false });
    const signUp = (address: string, invitation?: string) =>
      guest.call('account.signUp', { email: address, password, invitation });
    const refusal = async (address: string, invitation?: string) =>
      problemIn(await signUp(address, invitation)).code;
    expect(await refusal(email)).toBe('sign_up_closed');
    expect(await refusal('other@example.org', secret)).toBe('validation_failed');
    expect(await refusal(email, `${adaId}.${'x'.repeat(43)}`)).toBe('link_invalid');
    expect((await signUp(email, secret)).status).toBe(200);
    // Whoever made the link could have it, so the email is not proved.
    const made = { field: 'email', values: [email] } as const;
    expect(await server.dependencies.store.auth.find('user', made)).toMatchObject([{ emailVerified: false }]);
    expect(await refusal(email, secret)).toBe('email_taken');
    const joined = await guest.call('workspaces.accept', { secret });
    expect(dataOf(joined)).toMatchObject({ data: { _id: adaId, name: workspace } });
    expect(await refusal(email, secret)).toBe('link_invalid');
  });

  it('leads to the own workspace of a person, which others see under the name of the person until it is renamed', async () => {
    const { who: eli } = await signedInAs(server, 'eli@example.org');
    await eli.call('workspaces.accept', { secret: await secretFor('eli@example.org') });
    await ada.call('account.rename', { name: 'Ada' });
    expect(await namesOf(eli)).toEqual(['My workspace', 'Ada’s workspace']);
    expect(await namesOf(ada)).toEqual(['My workspace']);
    await ada.call('workspaces.rename', { id: adaId, name: 'Legal' });
    expect([await namesOf(eli), await namesOf(ada)]).toEqual([['My workspace', 'Legal'], ['Legal']]);
  });

  it('is sent by mail three times an hour to an address, and then the link is shown instead', async () => {
    const mail = await startMailServer();
    const beside = await server.beside({ SMTP_URL: mail.url, SMTP_FROM: 'proviso@example.org' });
    const email = 'eve@example.org';
    try {
      const invite = async (to: string) => {
        const body = { email: to, role: 'viewer' };
        const headers = { cookie: ada.headers().cookie ?? '', workspace: adaId };
        const path = `/v1/workspaces/${adaId}/invitations`;
        const { status, body: answer } = await beside.request(null, 'POST', path, { body, headers });
        expect(status).toBe(201);
        const { sent, problem } = z
          .object({ data: z.looseObject({ sent: z.boolean(), problem: z.string().nullable() }) })
          .parse(answer).data;
        return [sent, problem];
      };
      for (let time = 1; time <= 3; time += 1) expect(await invite(email)).toEqual([true, null]);
      expect(await invite(email)).toEqual([false, '3 mails were sent to this address within an hour']);
      expect(await invite('frank@example.org')).toEqual([true, null]);
      expect(mail.mails.map(({ to }) => to[0])).toEqual([email, email, email, 'frank@example.org']);
    } finally {
      await beside.stop();
      await mail.close();
    }
  });
});
