import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../compose/app.ts';
import { readConfig } from '../../config.ts';
import { unrestricted } from '../../domain/records/owned.ts';
import { createLog } from '../../process/log.ts';

export type DemoService = { url: string; token: string };

/**
 * Runs `work` with a temporary service, which listens on a free local port and has one user, one token and a data
 * folder of its own. Afterwards stops the service and removes the folder, even if `work` fails.
 */
export async function withService<Result>(work: (service: DemoService) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-demo-'));
  const { PATH, NODE_OPTIONS } = process.env;
  const environment = { PATH, NODE_OPTIONS, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' };
  try {
    const config = readConfig(environment);
    const server = await startServer(config, createLog(config.LOG_LEVEL, 'demo'), environment);
    try {
      const password = randomBytes(24).toString('base64url');
      const user = await server.accounts.add({ email: 'demo@proviso.example', name: 'Demo', password });
      const { secret } = await server.services.tokens.create(unrestricted(user._id), { name: 'demo' });
      return await work({ url: server.url, token: secret });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
