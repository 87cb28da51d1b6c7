import type { Attributes } from '../xml.ts';
import type { BoundData } from './bound-data.ts';

type Control = {
  /** The data that the control is bound to; null if it is bound to none. */
  value: string | null;
  /** The words that the values of a list stand for. */
  choices: Map<string, string>;
  isDate: boolean;
  isBox: boolean;
  inContent: boolean;
  stored: string;
  isWritten: boolean;
};

/**
 * Follows the controls of a document. Word shows the data that a control is bound to, whatever the words in the text are
 * (ECMA-376 part 1, 17.5.2.6).
 */
export class Controls {
  readonly #data: BoundData;
  readonly #open: Control[] = [];

  constructor(data: BoundData) {
    this.#data = data;
  }

  open(name: string, attributes: Attributes): void {
    const control = this.#open.at(-1);
    if (name === 'sdt') this.#open.push(newControl());
    else if (control === undefined || control.inContent) return;
    else if (name === 'dataBinding') {
      control.value = this.#data.valueAt(attributes.storeItemID ?? '', attributes.xpath ?? '');
    } else if (name === 'listItem') {
      const { value = '', displayText = value } = attributes;
      control.choices.set(value, displayText);
    } else if (name === 'date') control.isDate = true;
    else if (name === 'checkbox') control.isBox = true;
    else if (name === 'sdtContent') control.inContent = true;
  }

  /** Call this where an element ends. Returns whether it was a control whose words differ from its data. */
  close(name: string): boolean {
    const control = name === 'sdt' ? this.#open.pop() : undefined;
    return control?.value != null && !isAlike(control, control.stored);
  }

  /** What is shown instead of words of the text: the data of the control around them, or the words themselves. */
  shown(text: string): string {
    const control = this.#open.at(-1);
    if (control === undefined || !control.inContent || control.value === null) return text;
    control.stored += text;
    if (control.isWritten) return '';
    control.isWritten = true;
    return shownBy(control);
  }
}

function newControl(): Control {
  const choices = new Map<string, string>();
  return {
    value: null,
    choices,
    isDate: false,
    isBox: false,
    inContent: false,
    stored: '',
    isWritten: false,
  };
}

function shownBy({ value, choices, isDate, isBox }: Control): string {
  const data = value ?? '';
  if (isBox) return /^(?:1|true)$/i.test(data.trim()) ? '☒' : '☐';
  return choices.get(data) ?? (isDate ? data.slice(0, isoDay) : data);
}

/** The length of a date such as 2026-11-28. */
const isoDay = 10;

function isAlike(control: Control, stored: string): boolean {
  const folded = (text: string) => text.replace(/\s+/g, ' ').trim();
  return folded(shownBy(control)) === folded(stored);
}
