import type { Operation } from './document-words.ts';
import type { Run, WordRuns } from './word-runs.ts';

/** Who makes the changes, and when. */
export type By = { author: string; at: Date };

/** An operation with the id of the comment on it, if it has one. */
export type Change = Operation & { comment: number | null };

/** The XML of a document's main part with these changes as tracked changes, and the marks of their comments. */
export function withChanges(xml: string, document: WordRuns, changes: readonly Change[], by: By): string {
  const ids = [...xml.matchAll(/:id="(\d{1,9})"/g)].map(([, id]) => Number(id));
  const writer = new RunWriter(document.prefix, by, 1 + ids.reduce((one, other) => Math.max(one, other), 0));
  const pieces: string[] = [];
  let from = 0;
  for (const run of document.runs) {
    const own = changes.filter((change) => change.run === run);
    if (own.length === 0) continue;
    pieces.push(xml.slice(from, run.start), writer.changed(run, own));
    from = run.end;
  }
  return `${pieces.join('')}${xml.slice(from)}`;
}

/** Divides runs at the places of changes. The pieces have the look of the run. */
class RunWriter {
  readonly #prefix: string;
  readonly #author: string;
  #nextId: number;

  constructor(prefix: string, { author, at }: By, firstId: number) {
    this.#prefix = prefix;
    const date = at.toISOString().replace(/\.\d+Z$/, 'Z');
    this.#author = `${prefix}author="${escaped(author)}" ${prefix}date="${date}"`;
    this.#nextId = firstId;
  }

  changed(run: Run, changes: readonly Change[]): string {
    const written: string[] = [];
    let kept: string[] = [];
    const flush = () => {
      if (kept.length > 0) written.push(this.#run(run, kept.join('')));
      kept = [];
    };
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
        if (change.start > from) kept.push(this.#text('t', text.slice(from, change.start)));
        flush();
        written.push(...this.#change(run, change, text.slice(change.start, change.end)));
        from = change.end;
      }
      if (from < text.length) kept.push(this.#text('t', text.slice(from)));
    }
    flush();
    return written.join('');
  }

  #change(run: Run, { comment, begins, finishes, becomes }: Change, was: string): string[] {
    const p = this.#prefix;
    const tracked = (kind: 'del' | 'ins', text: string) => {
      if (text === '') return [];
      const content = this.#run(run, this.#text(kind === 'del' ? 'delText' : 't', text));
      return [`<${p}${kind} ${p}id="${this.#nextId++}" ${this.#author}>${content}</${p}${kind}>`];
    };
    return [
      ...(begins && comment !== null ? [`<${p}commentRangeStart ${p}id="${comment}"/>`] : []),
      ...tracked('del', was),
      ...tracked('ins', becomes),
      ...(finishes && comment !== null
        ? [
            `<${p}commentRangeEnd ${p}id="${comment}"/>`,
            `<${p}r><${p}commentReference ${p}id="${comment}"/></${p}r>`,
          ]
        : []),
    ];
  }

  #run({ opening, properties }: Run, content: string): string {
    return `${opening}${properties}${content}</${this.#prefix}r>`;
  }

  #text(name: 't' | 'delText', text: string): string {
    return `<${this.#prefix}${name} xml:space="preserve">${escaped(text)}</${this.#prefix}${name}>`;
  }
}

/** A text as XML shows it, also inside an attribute. */
export function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
