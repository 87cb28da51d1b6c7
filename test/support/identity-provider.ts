import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from './listening.ts';

export type Claims = Record<string, unknown>;

type Grant = { challenge: string; redirectUri: string; nonce: string };

/** What a test can change about the provider while it runs. */
export type Behaviour = {
  /** Changes the claims of the next ID tokens. */
  claims: (claims: Claims) => Claims;
  /** Signs ID tokens with a key that is not in the key set. */
  forges: boolean;
  /** Sends no ID token. */
  withoutIdToken: boolean;
  /** Changes the discovery document. */
  discovery: (document: Claims) => Claims;
};

const client = { id: 'proviso', secret: 'the secret of the client' };

/**
 * A real OpenID Connect provider on loopback: discovery, an authorization endpoint that signs a person in at once, a
 * token endpoint that checks the client, the code, the redirect and PKCE, and the keys of its RS256 signatures.
 */
export async function startIdentityProvider() {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const behaviour: Behaviour = usual();
  const tokenRequests: Record<string, string>[] = [];
  let issuer = '';

  function authorize(query: URLSearchParams, res: ServerResponse): void {
    const code = randomBytes(16).toString('hex');
    const redirectUri = query.get('redirect_uri') ?? '';
    grants.set(code, {
      challenge: query.get('code_challenge_method') === 'S256' ? (query.get('code_challenge') ?? '') : '',
      redirectUri,
      nonce: query.get('nonce') ?? '',
    });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer }).toString();
    res.writeHead(302, { location: back.href }).end();
  }

  function token(form: Record<string, string>, res: ServerResponse): void {
    tokenRequests.push(form);
    const grant = grants.get(form.code ?? '');
    grants.delete(form.code ?? '');
    const verified = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    const isValid =
      grant !== undefined &&
      form.client_id === client.id &&
      form.client_secret === client.secret &&
      form.redirect_uri === grant.redirectUri &&
      verified === grant.challenge;
    if (!isValid) {
      json(res, 400, { error: 'invalid_grant' });
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = behaviour.claims({
      iss: issuer,
      aud: client.id,
      sub: 'subject-1',
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      email: 'grace@example.org',
      email_verified: true,
      name: 'Grace Hopper',
    });
    const idToken = signed(claims, behaviour.forges ? foreign.privateKey : own.privateKey);
    json(res, 200, {
      access_token: 'an access token',
      token_type: 'Bearer',
      expires_in: 300,
      ...(!behaviour.withoutIdToken && { id_token: idToken }),
    });
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '/', issuer);
    if (pathname === '/.well-known/openid-configuration')
      json(res, 200, behaviour.discovery(discoveryOf(issuer)));
    else if (pathname === '/keys') {
      const key = own.publicKey.export({ format: 'jwk' });
      json(res, 200, { keys: [{ ...key, kid: 'key-1', alg: 'RS256', use: 'sig' }] });
    } else if (pathname === '/authorize') authorize(searchParams, res);
    else if (pathname === '/token') token(await formIn(req), res);
    else json(res, 404, {});
  }

  const server = createServer((req, res) => void answer(req, res));
  issuer = `http://127.0.0.1:${await listening(server)}`;

  return {
    issuer,
    behaviour,
    tokenRequests,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
    behavesAsUsual: () => Object.assign(behaviour, usual()),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function usual(): Behaviour {
  return {
    claims: (claims) => claims,
    forges: false,
    withoutIdToken: false,
    discovery: (document) => document,
  };
}

function discoveryOf(issuer: string): Claims {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function signed(claims: Claims, key: KeyObject): string {
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const body = `${encoded({ alg: 'RS256', typ: 'JWT', kid: 'key-1' })}.${encoded(claims)}`;
  return `${body}.${sign('RSA-SHA256', Buffer.from(body), key).toString('base64url')}`;
}

async function formIn(req: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) text += chunk;
  return Object.fromEntries(new URLSearchParams(text));
}

function json(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
