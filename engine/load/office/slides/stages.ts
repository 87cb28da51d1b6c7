import type { Archive } from '../../zip/archive.ts';
import { ThemeColours } from '../looks/theme.ts';
import { type Relationship, relationshipsOf } from '../relationships.ts';
import { type Element, elementsNamed, treeOf } from '../xml.ts';
import { emptyStage, Shapes, type Stage } from './shapes.ts';

/** Reads the layouts and masters of a presentation, each once. */
export class Stages {
  readonly #archive: Archive;
  readonly #size: Stage['size'];
  readonly #known = new Map<string, Promise<Stage>>();

  constructor(archive: Archive, size: Stage['size']) {
    this.#archive = archive;
    this.#size = size;
  }

  /** What a slide with these relationships inherits from its layout and master. Throws a `ReadFailure`. */
  async of(related: readonly Relationship[]): Promise<Stage> {
    const layout = targetOf(related, 'slideLayout');
    return { ...(await this.#drawnOn(layout, 'slideMaster')), size: this.#size };
  }

  /**
   * The stage for a layout or master. `below` is the type of the relationship from a layout to its master, and null for
   * a master.
   */
  #drawnOn(part: string | null, below: 'slideMaster' | null): Promise<Stage> {
    if (part === null) return Promise.resolve(emptyStage(new ThemeColours(null)));
    const known = this.#known.get(part) ?? this.#read(part, below);
    this.#known.set(part, known);
    return known;
  }

  async #read(part: string, below: 'slideMaster' | null): Promise<Stage> {
    const root = treeOf(await this.#archive.read(part));
    const related = await relationshipsOf(this.#archive, part);
    const under =
      below === null
        ? emptyStage(await this.#themeOf(root, related))
        : await this.#drawnOn(targetOf(related, below), null);
    const shapes = new Shapes(root, under);
    for (const _ of shapes.inOrder());
    return {
      ...under,
      behind: [...(shapes.showsMaster ? under.behind : []), ...shapes.drawn],
      unsure: under.unsure || shapes.unsure || shapes.renamesColours,
      paper: shapes.background ?? under.paper,
    };
  }

  /** The colours of a master's theme, by the names that the master assigns. */
  async #themeOf(master: Element, related: readonly Relationship[]): Promise<ThemeColours> {
    const target = targetOf(related, 'theme');
    const theme = target === null ? null : await this.#archive.read(target);
    return new ThemeColours(treeOf(theme), elementsNamed(master, 'clrMap')[0]?.attributes);
  }
}

function targetOf(related: readonly Relationship[], type: string): string | null {
  return related.find((one) => one.type === type)?.target ?? null;
}
