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
  };
}

/** Moves the focus with the Tab key until it is on the element, as a person who cannot use a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < 200; stops += 1) {
    if (await isFocused()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key never moves the focus to ${target}`);
}

export function keyboard(page: Page): Hands {
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
      await page.keyboard.type(option);
    },
    async addFiles(paths) {
      const open = async () => {
        await tabTo(page, page.getByLabel('Drop files here'));
        await page.keyboard.press('Enter');
      };
      // The browser learns that the test waits for its dialog only some time after this call. If the key came directly
      // after it, the dialog could open unseen.
      const [dialog] = await Promise.all([page.waitForEvent('filechooser'), open()]);
      await dialog.setFiles([...paths]);
    },
  };
}
