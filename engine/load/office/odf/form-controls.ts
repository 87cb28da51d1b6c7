import type { Attributes } from '../xml.ts';

/** Controls without words, or whose words are only names of actions or secret. */
const silent = new Set(['button', 'image', 'image-frame', 'file', 'hidden', 'password', 'grid', 'form']);

/** The controls of the forms of a text document (OpenDocument 1.3 part 3, 13), which its paragraphs refer to. */
export class FormControls {
  readonly #shown = new Map<string, string>();
  #list = { id: '', initial: [] as string[], current: [] as string[] };

  /** Takes in an element of a form. */
  open(name: string, attributes: Attributes): void {
    const { id = '', label = '' } = attributes;
    if (name === 'option') this.#choose(label, attributes);
    else if (id === '' || silent.has(name)) return;
    else if (name === 'listbox') this.#list = { id, initial: [], current: [] };
    else this.#shown.set(id, shownBy(name, attributes));
  }

  /** What the document shows for a control. */
  shown(id: string): string {
    return this.#shown.get(id) ?? '';
  }

  #choose(label: string, attributes: Attributes): void {
    const list = this.#list;
    if (attributes['current-selected'] === 'true') list.current.push(label);
    if (attributes.selected === 'true') list.initial.push(label);
    this.#shown.set(list.id, (list.current.length > 0 ? list.current : list.initial).join(', '));
  }
}

function shownBy(name: string, attributes: Attributes): string {
  const { label = '', value = '' } = attributes;
  const box = (isOn: boolean) => `${isOn ? '☒' : '☐'} ${label}`.trim();
  if (name === 'checkbox') return box((attributes['current-state'] ?? attributes.state) === 'checked');
  if (name === 'radio') return box((attributes['current-selected'] ?? attributes.selected) === 'true');
  return name === 'fixed-text' ? label : (attributes['current-value'] ?? value);
}
