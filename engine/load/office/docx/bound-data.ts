import type { Archive } from '../../zip/archive.ts';
import { relationshipsOf } from '../relationships.ts';
import { childrenOf, type Element, textIn, treeOf } from '../xml.ts';

/** The ids by which controls refer to the properties of a document (MS-OI29500, 2.1.1750). */
const properties: Record<string, string> = {
  '{6C3C8BC8-F283-45AE-878A-BAB7291924A1}': 'docProps/core.xml',
  '{6668398D-A668-4E3E-A5EB-62B293D839F1}': 'docProps/app.xml',
};

/** The data of a document that its controls can be bound to, by the ids of the data. */
export class BoundData {
  readonly #items: ReadonlyMap<string, Element>;

  private constructor(items: ReadonlyMap<string, Element>) {
    this.#items = items;
  }

  /** `part` is the name of the document's main part. Throws a `ReadFailure`. */
  static async of(archive: Archive, part: string): Promise<BoundData> {
    const items = new Map<string, Element>();
    for (const [id, name] of Object.entries(properties)) {
      const bytes = await archive.read(name);
      if (bytes !== null) items.set(id, treeOf(bytes));
    }
    for (const { type, target } of await relationshipsOf(archive, part)) {
      const bytes = type === 'customXml' ? await archive.read(target) : null;
      if (bytes === null) continue;
      for (const own of await relationshipsOf(archive, target)) {
        const described = own.type === 'customXmlProps' ? await archive.read(own.target) : null;
        const id =
          described === null ? undefined : /itemID\s*=\s*["']([^"']+)/.exec(described.toString())?.[1];
        if (id !== undefined) items.set(id.toUpperCase(), treeOf(bytes));
      }
    }
    return new BoundData(items);
  }

  /** The text at a path such as `/ns0:order[1]/ns0:days[1]`; null if there is none, or the path has another form. */
  valueAt(id: string, path: string): string | null {
    const steps = path.split('/').slice(1).map(stepOf);
    let at: Element | undefined = this.#items.get(id.toUpperCase());
    if (at === undefined || steps.length === 0) return null;
    for (const step of steps) {
      if (step === null || at === undefined) return null;
      if (step.isAttribute) return at.attributes[step.name] ?? null;
      at = childrenOf(at, step.name)[step.count - 1];
    }
    const value = at === undefined ? null : textIn(at);
    // Rich text is stored as a document of its own, which the words of the control repeat.
    return value?.includes('<pkg:package') ? null : value;
  }
}

/** A step of a path: an element, counted from 1 among those of its name, or an attribute. */
type Step = { name: string; count: number; isAttribute: boolean };

function stepOf(text: string): Step | null {
  const [, at, name, count = '1'] = /^(@)?(?:[\w.-]+:)?([\w.-]+)(?:\[(\d{1,6})\])?$/.exec(text.trim()) ?? [];
  return name === undefined ? null : { name, count: Number(count), isAttribute: at !== undefined };
}
