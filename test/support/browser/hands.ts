import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** One way to use a page: with the keyboard alone, or with the mouse. */
export type Hands = {
  /** Activates a button, link or row. */
  press(target: Locator): Promise<void>;
  /** Enters text into a field. */
  enter(field: Locator, text: string): Promise<void>;
  choose(select: Locator, option: string): Promise<void>;
  /** Adds files to the drop zone. */
  addFiles(paths: readonly string[]): Promise<void>;
  /** Chooses files, or a folder, in the dialog that a button opens. */
  upload(button: Locator, paths: readonly string[]): Promise<void>;
};

/** Drops files onto the drop zone, as a browser does when a person drags them from a folder. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => ({
    name: basename(path),
    base64: readFileSync(path).toString('base64'),
  }));
  const transfer = await page.evaluateHandle((all) => {
    const dropped = new DataTransfer();
    for (const { name, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      dropped.items.add(new File([bytes], name));
    }
    return dropped;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.locator('.drop').dispatchEvent(type, { dataTransfer: transfer });
  }
}

export function mouse(page: Page): Hands {
  return {
    press: (target) => target.click(),
    async enter(field, text) {
      await field.click();
      await page.keyboard.insertText(text);
    },
    choose: async (select, option) => void (await select.selectOption(option)),
    addFiles: (paths) => drop(page, paths),
    upload: (button, paths) => button.setInputFiles([...paths]),
  };
}

/** Says what is wrong with the focus for a person who sees it: there is no ring, or something covers it. Runs in the page. */
function focusTrouble(): string | null {
  const element = document.activeElement ?? document.body;
  const shown = element.closest('label:has(> input[type="file"])') ?? element;
  if (shown.matches('body, h1, h2')) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const name = shown.outerHTML.slice(0, 200);
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
    return `no ring shows the focus on ${name}`;
  const [{ left, top, width, height } = shown.getBoundingClientRect()] = shown.getClientRects();
  const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
  const isSeen = onTop !== null && (shown.contains(onTop) || onTop.contains(shown));
  return isSeen ? null : `${onTop?.outerHTML.slice(0, 200) ?? 'the edge'} covers the focus on ${name}`;
}

/**
 * Moves the focus with the Tab key, or backwards, until it is on the element, as a person who cannot use a mouse does. Each
 * control on the way shows that it has the focus.
 */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let stops = 0; stops < 400; stops += 1) {
    const key = await target.evaluate((element) => {
      const focused = document.activeElement ?? document.body;
      if (element === focused) return null;
      const isAfter = element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
      return isAfter ? 'Shift+Tab' : 'Tab';
    });
    if (key === null) return;
    await page.keyboard.press(key);
    const trouble = await page.evaluate(focusTrouble);
    if (trouble !== null) throw new Error(trouble);
  }
  throw new Error(`the Tab key never moves the focus to ${target}`);
}

export function keyboard(page: Page): Hands {
  const upload = async (button: Locator, paths: readonly string[]) => {
    const open = async () => {
      await tabTo(page, button);
      await page.keyboard.press('Enter');
    };
    // The browser learns that the test waits for its dialog only some time after this call. If the key came directly
    // after it, the dialog could open unseen.
    const [dialog] = await Promise.all([page.waitForEvent('filechooser'), open()]);
    await dialog.setFiles([...paths]);
  };
  return {
    async press(target) {
      await tabTo(page, target);
      await page.keyboard.press('Enter');
    },
    async enter(field, text) {
      await tabTo(page, field);
      await page.keyboard.insertText(text);
    },
    async choose(select, option) {
      await tabTo(page, select);
      // One key right after the other: a pause of a second would begin another word.
      await Promise.all([...option].map((key) => page.keyboard.press(key === ' ' ? 'Space' : key)));
    },
    addFiles: (paths) => upload(page.getByLabel('Drop files here'), paths),
    upload,
  };
}
