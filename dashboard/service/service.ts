import { createClient, type Finding, type Outputs, type Run, type Token } from '../../src/client/index.ts';

export type { Finding, Run, Token };
export type Citation = Finding['citations'][number];
export type Visitor = Outputs['account']['me'];
export type SignUp = Visitor['signUp'];
export type User = NonNullable<Visitor['user']>;
/** A token just made, with the whole of its text: the service gives it this once. */
export type FreshToken = Outputs['tokens']['create'];

/** What the page asks of the server it came from, in the session of the browser's cookie. */
export function connect(origin: string) {
  const { account, tokens, projects, runs, findings } = createClient({ url: origin });
  return { origin, account, tokens, projects, runs, findings };
}

export type Service = ReturnType<typeof connect>;
