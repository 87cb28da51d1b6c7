import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeFinds } from './axe.ts';

/** If this variable is set, pictures of all screens are stored in this folder, for people to look at. */
const pictures = process.env.PROVISO_SCREENS;

export const screenWidths = [360, 768, 1440, 2560];

/** How long a test of many screens may take, in ms: axe reads each screen eight times. */
export const screensMs = 900_000;

/**
 * What axe finds on the screen, what overflows its width and what moves, at four widths, in light and dark, with reduced
 * motion.
 */
export async function screenProblems(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of screenWidths) {
    found.push(...(await overflowAt(page, screen, width)));
    found.push(...(await axeFinds(page)).map((one) => `${screen} at ${width}: ${one}`));
    if (pictures !== undefined) await takePictures(page, join(pictures, `${screen}-${width}`));
  }
  const moving = await page.evaluate(() => document.getAnimations().length);
  if (moving > 0) found.push(`${screen}: ${moving} animations although motion is reduced`);
  await page.setViewportSize({ width: 1440, height: 900 });
  return found;
}

/** Like `screenProblems`, at the width of a phone and of a laptop; what moves is not looked for. */
export async function troubles(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [360, 1280])
    found.push(...(await overflowAt(page, 'page', width)), ...(await axeFinds(page)));
  return found;
}

/** Sets the width of the window. Says how many pixels of the screen do not fit into it, if any. */
export async function overflowAt(page: Page, screen: string, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return over > 0 ? [`${screen} at ${width}: ${over} pixels too wide`] : [];
}

async function takePictures(page: Page, path: string): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `${path}-${colorScheme}.png`, fullPage: true });
  }
}
