import { createAccounts } from '../../auth/accounts.ts';
import type { Accounts } from '../../auth/port.ts';
import { openBackend } from '../../compose/backend.ts';
import { readConfig } from '../../config.ts';
import type { User } from '../../domain/user.ts';
import { createLog } from '../../process/log.ts';
import { type TokenService, tokenService } from '../../services/tokens.ts';
import type { Store } from '../../store/port.ts';
import { badInput } from '../terminal/failure.ts';
import { asOperator, environment } from './settings.ts';

/** What the commands for operators use. These commands work whether or not a server is running. */
export type OperatorTools = { accounts: Accounts; tokens: TokenService; store: Store };

/** Opens the data that the settings name, runs `work`, and closes the data. */
export function withData(work: (tools: OperatorTools) => Promise<void>): Promise<void> {
  return asOperator(async () => {
    const config = readConfig(environment());
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
    const backend = await openBackend(config, createLog('error', 'cli'), () => publicUrl);
    const { store } = backend.dependencies;
    try {
      await work({
        store,
        tokens: tokenService(backend.dependencies),
        accounts: createAccounts(store.auth, {
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

/** Returns the account with this email. Throws `bad_input` if there is none. */
export async function requireUser(accounts: Accounts, email: string): Promise<User> {
  const user = await accounts.find(email);
  if (user === null)
    throw badInput(`there is no account ${email}: create one with proviso user add --email ${email}`);
  return user;
}
