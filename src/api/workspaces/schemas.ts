import { z } from 'zod';
import { rights } from '../../domain/records/rights.ts';
import { roles } from '../../domain/workspaces/roles.ts';
import { email } from '../account/schemas.ts';
import { idOf, strict } from '../fields.ts';

const workspaceName = () =>
  z
    .string()
    .trim()
    .min(1, 'needs at least one character that is not a space')
    .max(100)
    // Every character but control characters, in a form that programs in other languages understand.
    .regex(/^[ -~\u00a0-\uffff]*$/, 'must be on one line, without control characters');

const role = () =>
  z.enum(roles).meta({
    description:
      'viewer: read; reviewer: also review; editor: also write and run; admin: also administer the workspace.',
  });

export const workspaceRef = () => strict({ id: idOf('workspace') });

export const workspaceCreateInput = () => strict({ name: workspaceName() });

export const workspaceRenameInput = () => strict({ id: idOf('workspace'), name: workspaceName() });

export const memberRoleInput = () => strict({ id: idOf('workspace'), userId: idOf('member'), role: role() });

export const workspaceInviteInput = () => strict({ id: idOf('workspace'), email: email(), role: role() });

const cap = () =>
  z
    .number()
    .min(0)
    .max(1_000_000_000_000)
    .pipe(z.number())
    .nullable()
    .meta({ description: 'Null means no cap.' });

export const workspaceBudgetInput = () => strict({ id: idOf('workspace'), tokens: cap(), cost: cap() });

export const secretInput = () => strict({ secret: z.string().max(200) });

export const workspaceRecord = z
  .object({
    _id: z.string(),
    name: z.string(),
    role: z.enum(roles).meta({ description: 'Your role in the workspace.' }),
    rights: z.array(z.enum(rights)).meta({ description: 'What your role allows.' }),
    isOwn: z.boolean().meta({ description: 'Whether this is the workspace that you always have.' }),
    members: z.int().meta({ description: 'The number of members.' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Workspace' });

export const memberRecord = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    since: z.iso.datetime(),
  })
  .meta({ id: 'Member' });

const invitationFields = {
  _id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  invitedBy: z.string().meta({ description: 'The email of the admin who made the invitation.' }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
};

export const workspaceInvitation = z.object(invitationFields).meta({ id: 'WorkspaceInvitation' });

export const sentInvitation = z
  .object({
    ...invitationFields,
    sent: z.boolean().meta({ description: 'Whether the link was sent by mail.' }),
    link: z.string().nullable().meta({
      description: 'The link that accepts the invitation; null if it was sent by mail. Shown only once.',
    }),
    problem: z.string().nullable().meta({ description: 'Why no mail was sent; null if one was sent.' }),
  })
  .meta({ id: 'SentWorkspaceInvitation' });

export const offerRecord = z.object({
  email: z.string(),
  workspace: z.string(),
  role: z.enum(roles),
  invitedBy: z.string(),
  expiresAt: z.iso.datetime(),
  isMember: z.boolean(),
});
