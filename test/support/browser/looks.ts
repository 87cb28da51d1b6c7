import type { Page } from 'playwright-core';

/**
 * Problems that people would have with the displayed page, for each width and colour scheme; empty if there are none.
 */
export async function troubles(page: Page): Promise<string[]> {
  const found = await unnamedControls(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await overflow(page)).map((trouble) => `${width} pixels: ${trouble}`));
    for (const colorScheme of ['light', 'dark'] as const) {
      // Reduced motion turns transitions off. During a transition, colours would have a wrong contrast.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const faint = await page.evaluate(faintTexts);
      found.push(...faint.map((trouble) => `${width} pixels, ${colorScheme}: ${trouble}`));
    }
  }
  return found;
}

/** Controls without a name for screen readers. */
async function unnamedControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const controls = ['button', 'textbox', 'combobox', 'link', 'Date', 'dialog', 'DisclosureTriangle'];
  return nodes
    .filter(({ ignored, role }) => !ignored && controls.includes(String(role?.value)))
    .filter(({ name }) => String(name?.value ?? '').trim() === '')
    .map(({ role }) => `a ${String(role?.value)} has no name`);
}

async function overflow(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return pixels > 0 ? [`the page is ${pixels} pixels too wide`] : [];
}

/**
 * Texts with less contrast than WCAG 2.2 requires in 1.4.3. The minimum here is 4.5 to 1 for texts of all sizes. Runs
 * in the page.
 */
function faintTexts(): string[] {
  type Color = [red: number, green: number, blue: number, alpha: number];

  const colorOf = (css: string): Color => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue, alpha];
  };
  // The relative luminance, as defined by WCAG 2.2.
  const luminance = ([red, green, blue]: Color) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const groundOf = (element: Element | null): Color => {
    for (let above = element; above !== null; above = above.parentElement) {
      const color = colorOf(getComputedStyle(above).backgroundColor);
      if (color[3] === 1) return color;
    }
    return [255, 255, 255, 1];
  };

  const faint: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!element?.checkVisibility({ visibilityProperty: true }) || !text.textContent?.trim()) continue;
    const ink = luminance(colorOf(getComputedStyle(element).color));
    const ground = luminance(groundOf(element));
    const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    if (contrast < 4.5) faint.push(`“${text.textContent.trim()}” has a contrast of ${contrast.toFixed(2)}`);
  }
  return faint;
}
