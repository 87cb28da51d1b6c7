import { isOn } from './looks/run-look.ts';

/** A check box or a list of a form, as older documents have them (ECMA-376 part 1, 17.16). */
export class FormField {
  #isBox = false;
  #initial = '0';
  #result: string | null = null;
  readonly #entries: string[] = [];

  /** Takes in a property under the name that it has in one of the formats: Word, OpenDocument or rich text. */
  set(name: string, value = '1'): void {
    switch (name) {
      case 'checkBox':
      case 'fftype1':
        this.#isBox = true;
        break;
      case 'default':
        this.#initial = value;
        break;
      case 'checked':
      case 'result':
      case 'Checkbox_Checked':
      case 'Dropdown_Selected':
        this.#result = value;
        break;
      case 'listEntry':
      case 'Dropdown_ListEntry':
        this.#entries.push(value);
        break;
    }
  }

  /** What the document shows for the field; empty for a field whose words are in the text. */
  get shown(): string {
    const result = this.#result ?? this.#initial;
    if (this.#isBox) return isOn(result) ? '☒' : '☐';
    return this.#entries[Number(result) || 0] ?? '';
  }
}
