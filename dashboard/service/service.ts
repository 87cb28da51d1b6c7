import { createClient, type Finding, type Outputs, type Run, type Token } from '../../src/client/index.ts';

export type { Finding, Run, Token };
export type Citation = Finding['citations'][number];
export type Visitor = Outputs['account']['me'];
export type SignUp = Visitor['signUp'];
export type User = NonNullable<Visitor['user']>;
/** A new token with its full text, which the service returns only once. */
export type FreshToken = Outputs['tokens']['create'];

/** The requests of the page to its own server, with the session in the browser's cookie. */
export function connect(origin: string) {
  const { account, tokens, projects, runs, findings } = createClient({ url: origin });
  return { origin, account, tokens, projects, runs, findings };
}

export type Service = ReturnType<typeof connect>;
