/** Marks that take no room on the page: soft hyphens, zero-width spaces and joints, and what no text may hold. */
const unseen = /[\u00ad\u200b\u2060\ufeff\ufffe\uffff]/g;

/** The text of one paragraph as it grows, its white space folded as a browser does (CSS Text 3, 4.1). */
export class RunningText {
  #text = '';
  #keptLines = 0;
  #cells = 0;
  #raised: string | null = null;

  get isEmpty(): boolean {
    return this.#text.trim() === '';
  }

  add(data: string): void {
    const visible = data.replace(unseen, '');
    if (this.#keptLines > 0) {
      this.#text += visible.replace(/\r\n?/g, '\n');
      return;
    }
    const folded = visible.replace(/[ \t\n\r\f]+/g, ' ');
    const joined = /(^|\s)$/.test(this.#text) ? folded.replace(/^ /, '') : folded;
    this.#text += this.#raised !== null && /^\d/.test(joined) ? this.#raised + joined : joined;
    if (joined !== '') this.#raised = null;
  }

  /** A raised or lowered digit right after a letter or digit gets a mark, so that 10⁵ never reads as 105. */
  raise(mark: string): void {
    this.#raised =
      /[\p{L}\p{N}]$/u.test(this.#text) && (mark === '^' || /\d$/.test(this.#text)) ? mark : null;
  }

  breakLine(asLine: boolean): void {
    this.#text = asLine ? `${this.#text.replace(/ +$/, '')}\n` : `${this.#text} `;
  }

  space(): void {
    if (!/(^|\s)$/.test(this.#text)) this.#text += ' ';
  }

  /** Parts the cells of a row. */
  nextCell(): void {
    this.#cells += 1;
    if (this.#cells > 1) this.#text = `${this.#text.trimEnd()} | `;
  }

  keepLines(): void {
    this.#keptLines += 1;
  }

  foldLines(): void {
    this.#keptLines -= 1;
  }

  /** The paragraph, or nothing when it holds no letter of any kind; the next one starts. */
  take(): string {
    const text = this.#text.replace(/^\s*\n/, '').trimEnd();
    this.#text = '';
    this.#cells = 0;
    this.#raised = null;
    return /[^\s|]/.test(text) ? text : '';
  }
}
