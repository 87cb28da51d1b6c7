import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The serious and critical problems that axe-core finds in the displayed page, in light and dark. */
export async function axeFinds(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    // Reduced motion turns transitions off. During a transition, colours would have a wrong contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await page.evaluate<{ impact: string; id: string; nodes: { html: string }[] }[]>(
      'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
    );
    for (const { impact, id, nodes } of violations) {
      if (impact === 'serious' || impact === 'critical')
        found.push(`${colorScheme} ${id}: ${nodes[0]?.html}`);
    }
  }
  return found;
}
