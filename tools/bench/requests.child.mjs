// Starts the whole service and, in the same process, express apps that answer the same requests with the same store
// and token check, but with only some of the layers in between. Prints their URLs. Then prints the processor time used
// so far for each input line, and ends when standard input closes.

import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import express from 'express';
import { startServer } from '../../dist/src/compose/app.js';
import { readConfig } from '../../dist/src/config.js';
import { unrestricted } from '../../dist/src/domain/records/owned.js';
import { compose } from '../../dist/src/http/compose.js';
import { Metrics } from '../../dist/src/http/metrics.js';
import { observe } from '../../dist/src/http/middleware/observe.js';
import { limitCaller, rateLimit } from '../../dist/src/http/middleware/rate-limit.js';
import { contextOf, requestContext } from '../../dist/src/http/middleware/request-context.js';
import { safeDataHeaders } from '../../dist/src/http/middleware/safe-headers.js';
import { createLog } from '../../dist/src/process/log.js';

const folder = mkdtempSync(join(tmpdir(), 'proviso-bench-'));
const settings = { DATA_DIR: folder, PORT: '0', WORKERS: '0', LIMIT_REQUESTS_PER_MINUTE: '1000000' };
const log = createLog('info', 'bench', '/dev/null');
const server = await startServer(readConfig(settings), log, settings);
const { services } = server;
const { store } = server.dependencies;

const user = await server.accounts.add({
  email: 'bench@proviso.example',
  name: 'Bench',
  password: 'long enough, this',
});
const actor = unrestricted(user._id);
const { secret } = await services.tokens.create(actor, { name: 'bench' });
const rules = Array.from({ length: 5 }, (_, index) => ({
  name: `Rule ${index}`,
  description: 'Something must hold.',
}));
const made = [];
for (let index = 0; index < 50; index += 1) {
  made.push(
    await services.politics.create(actor, { name: `Politics ${index}`, description: 'For measuring', rules }),
  );
}

/** Reads the token from the store, and compares its hash. */
async function known(req, _res, next) {
  const [, id, sent] = String(req.headers['api-token']).split('_');
  const token = await store.tokens.find(id);
  if (token === null || !timingSafeEqual(hashOf(sent), Buffer.from(token.hash, 'hex')))
    throw new Error('no token');
  req.actor = unrestricted(token.userId);
  req.tokenId = token._id;
  next();
}

function inContext(req, _res, next) {
  contextOf(req).caller = { actor: req.actor, via: 'token', key: req.tokenId };
  next();
}

const record = await services.politics.get(actor, made[0]._id);
const hashOf = (token) => createHash('sha256').update(String(token)).digest();
const secretHash = hashOf(secret);

/** What a route costs that reads no store: the token's hash and the record are in memory. */
function knownInMemory(req, _res, next) {
  if (!timingSafeEqual(hashOf(req.headers['api-token']), secretHash)) throw new Error('no token');
  next();
}

const { requestCounts } = store;
const counter = {
  count: (caller, windowMs) => requestCounts.count(caller, windowMs, new Date()),
};
const limit = limitCaller(rateLimit({ name: 'default', requests: 1_000_000, windowSeconds: 60 }, counter));
const observed = compose(requestContext, observe({ log, metrics: new Metrics([]), telemetry: null }));
const layers = {
  bare: [known],
  'and log, metrics': [observed, known],
  'and safe headers': [observed, safeDataHeaders, known],
  'and rate limit': [observed, safeDataHeaders, known, inContext, limit],
};

const addresses = {};
const listeners = [];
for (const [name, before] of Object.entries(layers)) {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(...before);
  app.get('/v1/politics/:id', async (req, res) => {
    res.json({ success: true, data: await services.politics.get(req.actor, req.params.id) });
  });
  app.patch('/v1/politics/:id', express.json(), async (req, res) => {
    res.json({ success: true, data: await services.politics.update(req.actor, req.params.id, req.body) });
  });
  app.get('/v1/politics', async (req, res) => {
    const query = { page: 1, pageSize: 12, ...(req.query.search && { search: req.query.search }) };
    const { items, total } = await services.politics.list(req.actor, query);
    res.json({ success: true, data: items, total, ...query });
  });
  addresses[name] = await opened(app);
}

/** Opens a port for the app, and returns the app's URL. */
async function opened(app) {
  const listener = await new Promise((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started));
  });
  listeners.push(listener);
  return `http://127.0.0.1:${listener.address().port}`;
}

const inMemory = express();
inMemory.disable('x-powered-by');
inMemory.disable('etag');
inMemory.use(knownInMemory);
inMemory.get('/v1/politics/:id', (_req, res) => res.json({ success: true, data: record }));
addresses['in memory'] = await opened(inMemory);
addresses['all of Proviso'] = `http://127.0.0.1:${server.port}`;
process.stdout.write(`${JSON.stringify({ addresses, token: secret, id: made[0]._id })}\n`);

// Each line asks for the processor time used so far, in µs.
const asked = createInterface({ input: process.stdin });
asked.on('line', () => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${user + system}\n`);
});
asked.on('close', async () => {
  for (const listener of listeners) {
    listener.closeAllConnections();
    listener.close();
  }
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
