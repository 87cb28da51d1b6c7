import { type Attributes, type Element, elementsNamed, walk } from '../xml.ts';

/** Controls without words, or whose words are only names of actions or secret. */
const silent = new Set(['button', 'image', 'image-frame', 'file', 'hidden', 'password', 'grid', 'form']);

/**
 * What a text document shows for each control of its forms (OpenDocument 1.3 part 3, 13), by the ids with which its
 * paragraphs refer to them.
 */
export function formControls(body: Element): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  for (const forms of elementsNamed(body, 'forms')) {
    walk(forms, (control) => {
      const { id = '' } = control.attributes;
      if (id !== '' && !silent.has(control.name)) shown.set(id, shownBy(control));
    });
  }
  return shown;
}

function shownBy(control: Element): string {
  const { name, attributes } = control;
  const { label = '', value = '' } = attributes;
  const box = (isOn: boolean) => `${isOn ? '☒' : '☐'} ${label}`.trim();
  if (name === 'checkbox') return box((attributes['current-state'] ?? attributes.state) === 'checked');
  if (name === 'radio') return box((attributes['current-selected'] ?? attributes.selected) === 'true');
  if (name !== 'listbox') return name === 'fixed-text' ? label : (attributes['current-value'] ?? value);
  const options = elementsNamed(control, 'option').map((option) => option.attributes);
  const labels = (isChosen: (option: Attributes) => boolean) =>
    options.filter(isChosen).map((option) => option.label ?? '');
  const current = labels((option) => option['current-selected'] === 'true');
  return (current.length > 0 ? current : labels(({ selected }) => selected === 'true')).join(', ');
}
