import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of the browser to use, or null if there is none. */
export const browserPath = process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path)) ?? null;

if (browserPath === null) {
  process.stderr.write(
    'SKIPPED because no browser was found: install Chromium or set CHROMIUM_PATH; the pages were not tested\n',
  );
}

/** With `viewer` the browser displays PDFs in its viewer, which a headless browser would download. */
export function startBrowser(executablePath: string, viewer = false): Promise<Browser> {
  // Chromium's sandbox does not work for root, which is the usual user in containers.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  if (!viewer) return chromium.launch({ executablePath, args });
  return chromium.launch({
    executablePath,
    headless: false,
    args: [...args, '--headless=new'],
    ignoreDefaultArgs: ['--disable-extensions', '--disable-component-extensions-with-background-pages'],
  });
}
