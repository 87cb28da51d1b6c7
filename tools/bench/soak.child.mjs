// Creates a user, a token and a rule set in the data folder that is the first argument. Prints the token and the id of
// the rule set.

import { startServer } from '../../dist/src/compose/app.js';
import { readConfig } from '../../dist/src/config.js';
import { unrestricted } from '../../dist/src/domain/records/owned.js';
import { createLog } from '../../dist/src/process/log.js';

const settings = { DATA_DIR: process.argv[2], PORT: '0', WORKERS: '0' };
const server = await startServer(readConfig(settings), createLog('error', 'soak'), settings);
const user = await server.accounts.add({
  email: 'soak@proviso.example',
  name: 'Soak',
  password: 'long enough, this',
});
const actor = unrestricted(user._id);
const { secret } = await server.services.tokens.create(actor, { name: 'soak' });
const rules = ['30', '60'].map((days) => ({
  name: `Within ${days} days`,
  description: `Invoices are paid within ${days} days.`,
}));
const rest = { name: 'Soak', description: 'For measuring', rules };
const { _id } = await server.services.politics.create(actor, rest);
await server.stop();
process.stdout.write(JSON.stringify({ token: secret, politicsId: _id }));
