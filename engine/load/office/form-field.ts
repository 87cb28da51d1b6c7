import { isOn } from './looks/run-look.ts';

/** A check box or a list of a form, as older documents have them (ECMA-376 part 1, 17.16). */
export class FormField {
  #isBox = false;
  #initial = '0';
  #result: string | null = null;
  readonly #entries: string[] = [];

  /** Takes in a property under the name that it has in one of the formats: Word, OpenDocument or rich text. */
  set(name: string, value = '1'): void {
    if (/^(?:checkBox|fftype1)$/.test(name)) this.#isBox = true;
    else if (name === 'default') this.#initial = value;
    else if (/^(?:checked|result|Checkbox_Checked|Dropdown_Selected)$/.test(name)) this.#result = value;
    else if (/^(?:listEntry|Dropdown_ListEntry)$/.test(name)) this.#entries.push(value);
  }

  /** What the document shows for the field; empty for a field whose words are in the text. */
  get shown(): string {
    const result = this.#result ?? this.#initial;
    if (this.#isBox) return isOn(result) ? '☒' : '☐';
    return this.#entries[Number(result) || 0] ?? '';
  }
}
