import { z } from 'zod';
import { filledText, idOf, strict } from '../fields.ts';

const time = () => z.iso.datetime();

export const tokenCreateInput = () =>
  strict({
    name: filledText().max(100),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'must be a time as in ISO 8601' })
      .nullable()
      .default(null),
  });

export const tokenRef = () => strict({ id: idOf('token') });

export const tokenRecord = z.object({
  _id: z.string(),
  name: z.string(),
  last4: z.string(),
  createdAt: time(),
  expiresAt: time().nullable(),
  lastUsedAt: time().nullable(),
  revokedAt: time().nullable(),
});
