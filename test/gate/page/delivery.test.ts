import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startEmptyServer } from '../../support/browser/empty-server.ts';

test('the page is revalidated at every visit, browsers cache its assets, and its policy allows no inline code and no code from other origins', async () => {
  const server = await startEmptyServer();
  onTestFinished(() => server.stop());
  const address = `http://127.0.0.1:${server.port}`;

  const page = await fetch(address);
  const html = await page.text();
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)/);

  const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
  expect(parts.length).toBeGreaterThanOrEqual(3);
  for (const link of parts) {
    expect(link).toMatch(/^\/[^/]/);
    const part = await fetch(new URL(link, address));
    expect(part.status).toBe(200);
    const kept = link.startsWith('/page/');
    expect(part.headers.get('cache-control')).toBe(kept ? 'public, max-age=31536000, immutable' : 'no-cache');
  }
});

test('every address of the page is served, also with something behind it, and no other one', async () => {
  const router = readFileSync(new URL('../../../dashboard/router.tsx', import.meta.url), 'utf8');
  const paths = [...router.matchAll(/(?:\bpath: |At\(\s*)'([^']+)'/g)].map(([, path = '']) =>
    path.replaceAll('$', ''),
  );
  expect(paths.length).toBeGreaterThan(10);
  const server = await startEmptyServer();
  onTestFinished(() => server.stop());
  const answerOf = async (path: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return `${path} ${status} ${headers.get('content-type')}`;
  };
  const firsts = [...new Set(paths.map((path) => `/${path.split('/')[1]}`))];
  for (const path of [...paths, ...firsts, '/set-password', '/join?from=mail'])
    expect(await answerOf(path)).toBe(`${path} 200 text/html; charset=utf-8`);
  for (const path of ['/joined', '/x/join', '/rule-set', '/projectsx/1'])
    expect(await answerOf(path)).toContain(`${path} 404`);
});
