import { z } from 'zod';
import { idOf, strict, workspaceInLink } from '../fields.ts';

export const bundleQuery = () =>
  strict({
    workspace: workspaceInLink(),
    sources: z.enum(['true', 'false']).default('false').meta({
      description:
        'Whether the bundle contains the files of the run, too. By default, it contains only the text of the cited pages.',
    }),
    runId: idOf('run')
      .exactOptional()
      .meta({ description: 'A run of the project. By default, the last run that has ended.' }),
  });

/** A public key (RFC 7517) for Ed25519 (RFC 8037). */
const signingKey = z
  .object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string().meta({ description: 'The public key: 32 bytes in base64url.' }),
    kid: z.string().meta({ description: 'The id of the key: its JWK thumbprint (RFC 7638).' }),
    use: z.literal('sig'),
    alg: z.literal('EdDSA'),
  })
  .meta({ id: 'SigningKey' });

export const keySet = z.object({ keys: z.array(signingKey) }).meta({ id: 'KeySet' });
