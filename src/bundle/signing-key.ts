import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import { keyId } from '../domain/audit.ts';

/** The Ed25519 key with which an installation signs bundles. */
export type SigningKey = {
  /** The JWK thumbprint of the public key (RFC 7638, SHA-256, base64url): people compare it to identify the key. */
  id: string;
  /** The public key: 32 bytes in base64url. */
  x: string;
  /** Returns the signature in base64url. */
  sign(content: Uint8Array): string;
};

/** The purpose for which the key is derived, so that it is different from all other keys of the same secret. */
const purpose = 'proviso bundle signing key 1';
/** The bytes before a private key of Ed25519 in PKCS #8 (RFC 8410). */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Derives the signing key of an installation from its secret (HKDF with SHA-256). All processes with the same secret
 * have the same key, so none of them needs to send the key to another one.
 */
export function signingKeyOf(secret: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const der = Buffer.concat([privateKeyPrefix, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const x = createPublicKey(key).export({ format: 'jwk' }).x ?? '';
  return { id: keyId(x), x, sign: (content) => sign(null, content, key).toString('base64url') };
}

/** The JWK of a public key, as RFC 8037 defines it, with its id. */
export function publicJwk({ id, x }: { id: string; x: string }) {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: id, use: 'sig', alg: 'EdDSA' };
}
