import { isOn } from './looks/run-look.ts';

/** A check box or a list of a form, as older documents have them (ECMA-376 part 1, 17.16). */
export class FormField {
  #isBox = false;
  #ticked = false;
  #chosen = 0;
  readonly #entries: string[] = [];

  /** Takes in a property under the name that it has in one of the formats: Word, OpenDocument or rich text. */
  set(name: string, value = '1'): void {
    switch (name) {
      case 'checkBox':
      case 'fftype1':
        this.#isBox = true;
        break;
      case 'default':
      case 'checked':
      case 'result':
      case 'Checkbox_Checked':
      case 'Dropdown_Selected':
        this.#ticked = isOn(value);
        this.#chosen = Number(value) || 0;
        break;
      case 'listEntry':
      case 'Dropdown_ListEntry':
        this.#entries.push(value);
        break;
    }
  }

  /** What the document shows for the field; empty for a field whose words are in the text. */
  get shown(): string {
    if (this.#isBox) return this.#ticked ? '☒' : '☐';
    return this.#entries[this.#chosen] ?? '';
  }
}
