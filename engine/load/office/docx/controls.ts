import { childAt, type Element, elementsNamed } from '../xml.ts';
import type { BoundData } from './bound-data.ts';

/** A control of a document. */
export type Control = {
  /** What the control shows of the data that it is bound to; null if it is bound to none. */
  shown: string | null;
  /** The words that the document stores for the control. */
  stored: string;
  isWritten: boolean;
};

/** The length of a date such as 2026-11-28. */
const isoDay = 10;

/**
 * A control with these properties. Word shows the data that a control is bound to, whatever the words in the text are
 * (ECMA-376 part 1, 17.5.2.6).
 */
export function controlOf(properties: Element | undefined, data: BoundData): Control {
  const { storeItemID = '', xpath = '' } = childAt(properties, 'dataBinding')?.attributes ?? {};
  const value = data.valueAt(storeItemID, xpath);
  return { shown: value === null ? null : shownBy(value, properties), stored: '', isWritten: false };
}

function shownBy(value: string, properties: Element | undefined): string {
  const has = (name: string) => childAt(properties, name) !== undefined;
  if (has('checkbox')) return /^(?:1|true)$/i.test(value.trim()) ? '☒' : '☐';
  const items = properties === undefined ? [] : elementsNamed(properties, 'listItem');
  const chosen = items.findLast(({ attributes }) => (attributes.value ?? '') === value)?.attributes;
  if (chosen !== undefined) return chosen.displayText ?? value;
  return has('date') ? value.slice(0, isoDay) : value;
}

/** What is shown instead of words of the text: the data of the control around them, or the words themselves. */
export function shownIn(control: Control | null, text: string): string {
  if (control === null || control.shown === null) return text;
  control.stored += text;
  if (control.isWritten) return '';
  control.isWritten = true;
  return control.shown;
}

/** Whether the stored words of a control differ from its data. */
export function differs({ shown, stored }: Control): boolean {
  const folded = (text: string) => text.replace(/\s+/g, ' ').trim();
  return shown !== null && folded(shown) !== folded(stored);
}
