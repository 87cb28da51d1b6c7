import { test } from 'vitest';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { mouse } from '../../support/browser/hands.ts';
import { doTheWholeJob } from '../../support/browser/whole-job.ts';

test.skipIf(browserPath === null)(
  'a person does the whole job with the mouse, from the first account to signing out',
  async () => {
    const browser = await startBrowser(browserPath ?? '');
    try {
      await doTheWholeJob(browser, mouse);
    } finally {
      await browser.close();
    }
  },
);
