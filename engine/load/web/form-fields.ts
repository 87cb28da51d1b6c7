import { isElement, type PageElement, parsePage, textOf, walkTree } from './page.ts';

const fields = new Set(['input', 'select', 'textarea']);
/** Kinds of inputs whose value a page does not show, or shows only as the name of a button. */
const withoutValue = new Set(['hidden', 'password', 'submit', 'reset', 'button', 'image', 'file']);

export function isFormField({ localName }: PageElement): boolean {
  return fields.has(localName);
}

/** What a page shows in a field of a form: its state, its value or its choice. */
export function shownByField(element: PageElement): string {
  const attribute = (name: string) => element.getAttribute(name);
  if (element.localName === 'textarea') return decoded(textOf(element)).trim();
  if (element.localName === 'select') return chosenIn(element).join(', ');
  const type = (attribute('type') ?? 'text').toLowerCase();
  if (type === 'checkbox' || type === 'radio') return attribute('checked') === null ? '☐' : '☒';
  return withoutValue.has(type) ? '' : (attribute('value') ?? '').trim();
}

/** The parser leaves character references in such a text as they are. */
function decoded(text: string): string {
  const root = parsePage(`<pre>${text.replaceAll('<', '&lt;')}</pre>`).documentElement;
  return root === null ? text : textOf(root);
}

/** The chosen options of a list; a list that shows one option shows the first if none is chosen. */
function chosenIn(select: PageElement): string[] {
  const options: { text: string; isChosen: boolean }[] = [];
  walkTree(select, {
    enter(option) {
      if (!isElement(option) || option.localName !== 'option') return true;
      options.push({
        text: textOf(option).replace(/\s+/g, ' ').trim(),
        isChosen: option.getAttribute('selected') !== null,
      });
      return false;
    },
  });
  const chosen = options.filter(({ isChosen }) => isChosen);
  const isList = select.getAttribute('multiple') !== null;
  return (isList ? chosen : [chosen.at(-1) ?? options[0]]).flatMap((option) => (option ? [option.text] : []));
}
