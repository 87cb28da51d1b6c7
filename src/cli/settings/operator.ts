import { z } from 'zod';
import type { AssetStore } from '../../assets/port.ts';
import { createAccounts } from '../../auth/accounts.ts';
import type { Accounts } from '../../auth/port.ts';
import { requireRecords } from '../../compose/adapters.ts';
import { openBackend } from '../../compose/backend.ts';
import { readConfig } from '../../config.ts';
import type { User } from '../../domain/user.ts';
import { createLog } from '../../process/log.ts';
import { auditService } from '../../services/audit/audit.ts';
import { isOverHere, type LeaseOwner, newHolderName, newLease } from '../../services/leases/leases.ts';
import { type TokenService, tokenService } from '../../services/tokens.ts';
import type { Store } from '../../store/port.ts';
import { badInput } from '../terminal/ending.ts';
import { asOperator, environment } from './settings.ts';

/** What the commands for operators use. These commands work whether or not a server is running. */
export type OperatorTools = {
  accounts: Accounts;
  tokens: TokenService;
  store: Store;
  assets: AssetStore;
  /** Makes a change and records it in the audit log of the user. */
  recorded: <Value>(change: CommandChange, work: () => Promise<Value>) => Promise<Value>;
};

/** A change of the operator. `userId` is null for an account that is not created yet. */
type CommandChange = { action: string; userId: string | null; email?: string; kind: string };

const withIdSchema = z.object({ _id: z.string() });

/**
 * Opens the data that the settings name, runs `work`, and closes the data. Only a command that `mayMake` data makes a new
 * store; for others, a setting without data is `bad_input`.
 */
export function withData(work: (tools: OperatorTools) => Promise<void>, mayMake = false): Promise<void> {
  return asOperator(async () => {
    const config = readConfig(environment());
    if (!mayMake) await requireRecords(config);
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
    const backend = await openBackend(config, createLog('error', 'cli'), () => publicUrl);
    const { store, assets } = backend.dependencies;
    const audit = auditService({ ...backend.dependencies, holder: commandHolder() });
    const origin = {
      via: 'command',
      userId: null,
      credentialId: null,
      address: null,
      requestId: null,
    } as const;
    try {
      await work({
        store,
        assets,
        recorded: ({ action, userId, kind, ...change }, make) =>
          audit.during({ action, origin, ownerId: userId, ...change }, make, (made) => {
            const id = withIdSchema.safeParse(made).data?._id ?? userId;
            const ownerId = userId ?? id;
            return { outcome: 'done', ownerId, record: id === null ? null : { kind, id } };
          }),
        tokens: tokenService(backend.dependencies),
        accounts: createAccounts(store, {
          signUp: config.SIGN_UP,
          sessionDays: config.SESSION_DAYS,
          secret: backend.secret,
          publicUrl,
        }),
      });
    } finally {
      await backend.close();
    }
  });
}

/** The leases of a command. The command ends before another process could take over its work. */
function commandHolder(): LeaseOwner {
  const name = newHolderName();
  let taken = 0;
  return {
    leaseMs: 15_000,
    take() {
      taken += 1;
      return newLease(name, taken);
    },
    isDead: isOverHere,
  };
}

/** Returns the account with this email. Throws `bad_input` if there is none. */
export async function requireUser(accounts: Accounts, email: string): Promise<User> {
  const user = await accounts.find(email);
  if (user === null)
    throw badInput(`there is no account ${email}: create one with proviso user add --email ${email}`);
  return user;
}
