import type { Answer, RequestOptions, TestServer } from './server.ts';

export const password = 'engine number one';

type Anonymous = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

/** Calls procedures as a browser would that has these cookies. */
export function browserOf(server: { anonymous: Anonymous }, userAgent = 'Mozilla/5.0 Firefox/150.0') {
  const jar = new Map<string, string>();

  function headers(more: Record<string, string> = {}): Record<string, string> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return { 'user-agent': userAgent, ...(cookie && { cookie }), ...more };
  }

  function store(answer: Answer): Answer {
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || /max-age=0/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  return {
    jar,
    headers,
    store,
    call: async (procedure: string, body: object = {}, more?: Record<string, string>) =>
      store(await server.anonymous('POST', `/trpc/${procedure}`, { body, headers: headers(more) })),
    read: async (procedure: string, input?: object) => {
      const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return store(await server.anonymous('GET', `/trpc/${procedure}${query}`, { headers: headers() }));
    },
    open: async (path: string) => store(await server.anonymous('GET', path, { headers: headers() })),
  };
}

/** A new person who is signed in. */
export async function signedInAs(server: Pick<TestServer, 'accounts' | 'anonymous'>, email: string) {
  const { _id } = await server.accounts.add({ email, password, name: '' });
  const who = browserOf(server);
  await who.call('account.signIn', { email, password });
  return { who, id: _id };
}

/** The data of a tRPC answer. */
export function dataOf(answer: Answer): unknown {
  return member(member(answer.body, 'result'), 'data');
}

/** The problem of an answer, over tRPC or REST. */
export function problemIn({ body }: Answer): { code: string; status: number } {
  const ofCall = member(member(member(body, 'error'), 'data'), 'problem');
  const problem = ofCall ?? body;
  return { code: String(member(problem, 'code')), status: Number(member(problem, 'status')) };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
