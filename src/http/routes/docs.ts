import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Request, type Response, Router } from 'express';
import { style } from '../docs/style.ts';

/** Serves the API reference at /docs. The page is rendered from `openapi.json` at the first request. */
export function docs(packageFolder: string): Router {
  let page: Promise<string> | undefined;
  const routes = Router();
  routes.get('/', async (_req: Request, res: Response) => {
    page ??= madePage(packageFolder);
    res.type('html').send(await page);
  });
  routes.get('/style.css', (_req: Request, res: Response) => {
    res.type('css').send(style);
  });
  return routes;
}

async function madePage(packageFolder: string): Promise<string> {
  const [{ documentedApi }, { referencePage }, text] = await Promise.all([
    import('../docs/document.ts'),
    import('../docs/page.ts'),
    readFile(join(packageFolder, 'openapi.json'), 'utf8'),
  ]);
  return referencePage(documentedApi.parse(JSON.parse(text)));
}
