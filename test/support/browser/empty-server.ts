import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type RunningServer, startServer } from '../../../src/compose/app.ts';
import { type Environment, readConfig } from '../../../src/config.ts';
import { packageFolder } from '../../../src/process/package-folder.ts';
import { browserPath, startBrowser } from './browser.ts';

/** The service as after its installation, without any account. It serves the latest build of the dashboard. */
export async function startEmptyServer(environment: Environment = {}): Promise<RunningServer> {
  if (!existsSync(join(packageFolder(), 'dist', 'dashboard', 'index.html'))) {
    throw new Error('there is no build of the dashboard: run npm run build');
  }
  const folder = await mkdtemp(join(tmpdir(), 'proviso-page-'));
  const settings = { PORT: '0', DATA_DIR: folder, WORKERS: '0', LOG_LEVEL: 'silent', ...environment };
  const server = await startServer(readConfig(settings), pino({ level: 'silent' }), settings);
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a browser and an empty server before the tests of a `describe`, and closes them after the tests. */
export function onEmptyServer(
  environment: Environment,
  use: (browser: Browser, server: RunningServer) => void | Promise<void>,
): void {
  const open: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const browser = await startBrowser(browserPath ?? '');
    open.push(() => browser.close());
    const server = await startEmptyServer(environment);
    open.push(() => server.stop());
    await use(browser, server);
  });
  afterAll(async () => {
    for (const close of open) await close();
  });
}
