// Creates a user and a project for each of the files after the first argument, which is the data folder, and starts
// their runs, which wait, because no worker runs here. Prints the id of the workspace and the ids of the runs.

import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { startServer } from '../../dist/src/compose/app.js';
import { readConfig } from '../../dist/src/config.js';
import { unrestricted } from '../../dist/src/domain/records/owned.js';
import { createLog } from '../../dist/src/process/log.js';

const [folder, ...files] = process.argv.slice(2);
const settings = { DATA_DIR: folder, PORT: '0', WORKERS: '0' };
const server = await startServer(readConfig(settings), createLog('error', 'workers'), settings);
const { services, dependencies } = server;
const user = await server.accounts.add({
  email: 'workers@proviso.example',
  name: 'Workers',
  password: 'long enough, this',
});
const actor = unrestricted(user._id);
const { rules } = parse(readFileSync(new URL('../../samples/rules.yaml', import.meta.url), 'utf8'));
const politics = await services.politics.create(actor, {
  name: 'Sample',
  description: 'For measuring',
  rules,
});
const runs = [];
for (const file of files) {
  const { url } = await dependencies.assets.put({
    owner: actor.workspaceId,
    name: basename(file),
    maxBytes: statSync(file).size,
    body: createReadStream(file),
  });
  const project = await services.projects.create(actor, {
    name: basename(file),
    description: 'For measuring',
    politicsId: politics._id,
    files: [{ name: basename(file), type: 'document', url }],
  });
  const started = await services.projects.update(actor, project._id, { status: 'deploying' });
  runs.push(started.runId);
}
await server.stop();
process.stdout.write(JSON.stringify({ workspaceId: actor.workspaceId, runs }));
