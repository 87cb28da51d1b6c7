import type { Archive } from '../../zip/archive.ts';
import { ThemeColours } from '../looks/theme.ts';
import { type Relationship, relationshipsOf } from '../relationships.ts';
import { attributesOf, parseXml } from '../xml.ts';
import { emptyStage, ShapeTracker, type Stage } from './shapes.ts';

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
    if (part === null) return Promise.resolve(emptyStage(ThemeColours.parse(null)));
    const known = this.#known.get(part) ?? this.#read(part, below);
    this.#known.set(part, known);
    return known;
  }

  async #read(part: string, below: 'slideMaster' | null): Promise<Stage> {
    const bytes = await this.#archive.read(part);
    const related = await relationshipsOf(this.#archive, part);
    const under =
      below === null
        ? emptyStage(await this.#themeOf(bytes, related))
        : await this.#drawnOn(targetOf(related, below), null);
    if (bytes === null) return under;
    const tracker = parseXml(bytes, new ShapeTracker(under));
    return {
      ...under,
      behind: [...(tracker.showsMaster ? under.behind : []), ...tracker.drawn],
      unsure: under.unsure || tracker.unsure || tracker.renamesColours,
      paper: tracker.background ?? under.paper,
    };
  }

  /** The colours of a master's theme, by the names that the master assigns. */
  async #themeOf(bytes: Buffer | null, related: readonly Relationship[]): Promise<ThemeColours> {
    const target = targetOf(related, 'theme');
    const theme = ThemeColours.parse(target === null ? null : await this.#archive.read(target));
    const names = attributesOf(bytes, 'clrMap');
    if (names !== null) theme.rename(names);
    return theme;
  }
}

function targetOf(related: readonly Relationship[], type: string): string | null {
  return related.find((one) => one.type === type)?.target ?? null;
}
