import { escaped } from '../load/office/xml.ts';
import type { Operation } from './document-words.ts';
import type { Run, WordParagraph, WordRuns } from './word-runs.ts';

/** Who makes the changes, and when. */
export type By = { author: string; at: Date };

/** The attributes that name the author and the time of a change or a comment; Word writes whole seconds. */
export function signature({ author, at }: By): { author: string; date: string } {
  return { author: escaped(author), date: at.toISOString().replace(/\.\d+Z$/, 'Z') };
}

/** An operation with the id of the comment on it, if it has one. */
export type Change = Operation & { comment: number | null };

/** New paragraphs after one of the document, with the look of a paragraph, which can be the same one. */
export type Insertion = {
  after: WordParagraph;
  /** The properties of the paragraphs, and a run with the properties of their words. */
  properties: string;
  like: Run;
  texts: readonly string[];
  comment: number | null;
};

/**
 * The XML of a document's main part with these changes and insertions as tracked changes, and the marks of their
 * comments.
 */
export function withChanges(
  xml: string,
  document: WordRuns,
  { changes, insertions }: { changes: readonly Change[]; insertions: readonly Insertion[] },
  by: By,
): string {
  const ids = [...xml.matchAll(/:id="(\d{1,9})"/g)].map(([, id]) => Number(id));
  const writer = new RunWriter(
    document.namespace,
    by,
    1 + ids.reduce((one, other) => Math.max(one, other), 0),
  );
  const pieces = [
    ...document.runs.map((run) => {
      const own = changes.filter((change) => change.run === run);
      return own.length === 0 ? [] : { start: run.start, end: run.end, xml: writer.changed(run, own) };
    }),
    ...document.paragraphs.map((after) => {
      const own = insertions.filter((insertion) => insertion.after === after);
      return own.length === 0 ? [] : writer.inserted(after, own);
    }),
  ]
    .flat()
    .sort((one, other) => one.start - other.start);
  const written = pieces.map((piece, at) => xml.slice(pieces[at - 1]?.end ?? 0, piece.start) + piece.xml);
  return `${written.join('')}${xml.slice(pieces.at(-1)?.end ?? 0)}`;
}

type Piece = { start: number; end: number; xml: string };

/** Divides runs at the places of changes. The pieces have the look of the run. */
class RunWriter {
  readonly #namespace: string;
  readonly #signature: ReturnType<typeof signature>;
  #nextId: number;
  /** Whether the properties of the run have been written already. */
  #isCopy = false;

  constructor(namespace: string, by: By, firstId: number) {
    this.#namespace = namespace;
    this.#signature = signature(by);
    this.#nextId = firstId;
  }

  changed(run: Run, changes: readonly Change[]): string {
    const written: string[] = [];
    let kept: string[] = [];
    const flush = () => {
      if (kept.length > 0) written.push(this.#run(run, kept.join('')));
      kept = [];
    };
    this.#isCopy = false;
    for (const [part, { xml, text }] of run.parts.entries()) {
      const own = changes
        .filter((change) => change.part === part)
        .sort((one, other) => one.start - other.start);
      if (text === null || own.length === 0) {
        kept.push(xml);
        continue;
      }
      let from = 0;
      for (const change of own) {
        if (change.start > from) kept.push(this.#text(run, 't', text.slice(from, change.start)));
        flush();
        written.push(...this.#change(run, change, text.slice(change.start, change.end)));
        from = change.end;
      }
      if (from < text.length) kept.push(this.#text(run, 't', text.slice(from)));
    }
    flush();
    return written.join('');
  }

  /**
   * New paragraphs after a paragraph. What is tracked is the end of a paragraph, and the end of the last one in a body, a
   * cell or a control cannot be removed. The new end is then that of the paragraph before, and the last of the new
   * paragraphs takes over its properties.
   */
  inserted(after: WordParagraph, insertions: readonly Insertion[]): Piece[] {
    const all = insertions.flatMap(({ texts, ...insertion }) =>
      texts.map((text, at) => ({ ...insertion, text, isFirst: at === 0, isLast: at === texts.length - 1 })),
    );
    const written = all.map(({ properties, like, text, comment, isFirst, isLast }, at) => {
      const isEnd = after.isLast && at === all.length - 1;
      const own = isEnd ? after.properties : this.#marked(like, properties);
      const mark = { becomes: text, comment, begins: isFirst, finishes: isLast };
      const content = this.#change(like, mark, '');
      return `${this.#paragraphTag(like, '')}${own}${content.join('')}${this.#paragraphTag(like, '/')}`;
    });
    const [first] = all;
    const { end, content, properties } = after;
    const at = { start: end, end, xml: written.join('') };
    if (!after.isLast || first === undefined) return [at];
    return [
      { start: content - properties.length, end: content, xml: this.#marked(first.like, properties) },
      at,
    ];
  }

  #paragraphTag({ prefix }: Run, slash: string): string {
    return `<${slash}${prefix === '' ? '' : `${prefix}:`}p>`;
  }

  /** Properties of a paragraph whose end is a tracked insertion. */
  #marked(run: Run, properties: string): string {
    const { prefix } = run;
    const name = (local: string) => (prefix === '' ? local : `${prefix}:${local}`);
    const mark = this.#element(run, 'ins', { id: this.#nextId++, ...this.#signature }, '');
    const has = new RegExp(`<${name('rPr')}(?=[\\s/>])[^>]*?(/?)>`).exec(properties);
    if (has !== null) {
      const [opening, slash = ''] = has;
      const opened = slash === '' ? opening + mark : `<${name('rPr')}>${mark}</${name('rPr')}>`;
      return properties.replace(opening, () => opened);
    }
    const look = `<${name('rPr')}>${mark}</${name('rPr')}>`;
    const [, before = `<${name('pPr')}>`] = /^(<.*)<\/[^<]*$/s.exec(properties) ?? [];
    return `${before}${look}</${name('pPr')}>`;
  }

  #change(
    run: Run,
    { comment, begins, finishes, becomes }: Pick<Change, 'comment' | 'begins' | 'finishes' | 'becomes'>,
    was: string,
  ): string[] {
    const tracked = (kind: 'del' | 'ins', text: string) => {
      if (text === '') return [];
      const content = this.#run(run, this.#text(run, kind === 'del' ? 'delText' : 't', text));
      return [this.#element(run, kind, { id: this.#nextId++, ...this.#signature }, content)];
    };
    const marker = (name: string) => this.#element(run, name, { id: comment ?? 0 }, '');
    return [
      ...(begins && comment !== null ? [marker('commentRangeStart')] : []),
      ...tracked('del', was),
      ...tracked('ins', becomes),
      ...(finishes && comment !== null
        ? [marker('commentRangeEnd'), this.#element(run, 'r', {}, marker('commentReference'))]
        : []),
    ];
  }

  #run({ opening, properties, prefix }: Run, content: string): string {
    // A tracked change of the look has an id, which only one of the pieces can keep.
    const own = properties.replace(/(:id=")\d+(?=")/g, (id, before) =>
      this.#isCopy ? `${before}${this.#nextId++}` : id,
    );
    this.#isCopy = true;
    return `${opening}${own}${content}</${prefix === '' ? 'r' : `${prefix}:r`}>`;
  }

  #text(run: Run, name: 't' | 'delText', text: string): string {
    const [opening, closing] = this.#tags(run, name);
    return `<${opening} xml:space="preserve">${escaped(text)}</${closing}>`;
  }

  #element(run: Run, name: string, attributes: Record<string, string | number>, content: string): string {
    const [opening, closing, prefix] = this.#tags(run, name);
    const given = Object.entries(attributes).map(([key, value]) => ` ${prefix}:${key}="${value}"`);
    return `<${opening}${given.join('')}${content === '' ? '/>' : `>${content}</${closing}>`}`;
  }

  /** Attributes need a prefix: where the elements have none, each element that is written declares one. */
  #tags({ prefix }: Run, name: string): [string, string, string] {
    if (prefix !== '') return [`${prefix}:${name}`, `${prefix}:${name}`, prefix];
    return [`w:${name} xmlns:w="${this.#namespace}"`, `w:${name}`, 'w'];
  }
}
