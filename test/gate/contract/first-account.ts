import { once } from 'node:events';
import { createAccounts } from '../../../src/auth/accounts.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { openMongoStore } from '../../../src/store/mongo/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';

/**
 * A separate process, started by tests, that signs up a first account as soon as it receives input on standard input.
 */
const [email = ''] = process.argv.slice(2);
const { DATA_DIR = '', MONGODB_URL: url } = process.env;
const store = url ? await openMongoStore({ url, poolSize: 5, timeoutMs: 5_000 }) : openSqliteStore(DATA_DIR);
const accounts = createAccounts(store, {
  signUp: 'first',
  sessionDays: 7,
  secret: `a secret of each process ${email}`,
  publicUrl: 'http://localhost:3000',
});
// Loads the code for a sign-up beforehand, so that all processes sign up at the same moment.
await accounts.signIn({ email, password: 'not the right one' }).catch(() => undefined);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const account = { email, password: 'engine number one', name: email };
const wording = await accounts.signUp(account).then(
  ({ cookies }) => (cookies.length > 0 ? 'signed in' : 'made'),
  (error: unknown) => (error instanceof AppError ? error.code : String(error)),
);
process.stdout.write(`${wording}\n`);
await store.close();
process.stdin.destroy();
