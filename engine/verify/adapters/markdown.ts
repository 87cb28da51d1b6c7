import type { Adapter, ReadCitation } from './adapter.ts';
import { type Quotation, quotationsIn, sentenceBefore, unpairedMarks } from './quotes-in-text.ts';

/** A footnote: `[^1]: policy.pdf, p. 12`, or an entry of a list of sources: `[1] policy.pdf, p. 12`. */
const footnoteLine = /^\[(?:\^(?=[^\]\n]{1,100}\]:)|(?=\d{1,3}\]:?[ \t]))([^\]\n]{1,100})\]:?[ \t]*(.*)$/gmu;
const footnoteMark = /\[\^([^\]\n]{1,100})\](?!:)/gu;
/** What can follow a quotation: the mark of a source, or the reference in parentheses, brackets or behind a dash. */
const reference =
  /^[.,;:]?\s{0,3}(?:\[(?:\^(?=[^\]\n]{1,100}\])|(?=\d{1,3}\]))(?<mark>[^\]\n]{1,100})\](?!\()|(?<link>\[[^\]\n]{1,300}\]\([^)\n]{1,2000}\))|\[(?<bracket>[^\]\n]{1,400})\]|【[^†】\n]{0,40}†(?<file>[^】\n]{1,300})】|\((?<inner>(?:[^()\n]|\([^()\n]{0,300}\)){1,400})\)|[—–-]{1,2}\s?(?<line>[^\n]{1,300}))/u;
const linkIn = /\[(?<name>[^\]\n]{1,300})\]\((?<target>[^)\s]{1,2000})[^)\n]{0,300}\)/u;
const pageIn =
  /(?:(?<link>#page=)|\b(?:pp?\.?|pages?|s\.|seiten?|(?<=\.\w{2,5}\s)at)\s{0,2})(?<page>\d{1,6}|[ivxlc]{1,8}\b)(?:\s?[-–]\s?(?<end>\d{1,6}))?/iu;

/**
 * Markdown, or any text, with quotations: “quote” (policy.pdf, p. 12), “quote” [^1] with the footnote
 * `[^1]: policy.pdf, p. 12`, “quote” ([policy](policy.pdf#page=12)), and block quotes with — policy.pdf, p. 12 at their
 * end. A footnote that itself quotes supports the sentence before its mark. Footnotes are those of
 * https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax
 */
export const markdownQuotes: Adapter = {
  id: 'markdown',
  recognises: (answer) => typeof answer === 'string',
  read(answer) {
    if (typeof answer !== 'string') return null;
    const footnotes = new Map(
      [...answer.matchAll(footnoteLine)].map(([, mark = '', text = '']) => [mark, text]),
    );
    const text = answer.replace(footnoteLine, (line) => ' '.repeat(line.length));
    const blocks = blockQuotesIn(text);
    const inline = quotationsIn(text).filter(
      ({ start, end }) => !blocks.some((one) => one.start < end && start < one.end),
    );
    const quoted = [...blocks, ...inline].sort((one, other) => one.start - other.start);
    const citations = [
      ...quoted.map((one) => ({
        quote: one.quote,
        ...placeOf(text.slice(one.end, one.end + 700), footnotes),
      })),
      ...quotingFootnotes(text, footnotes),
    ];
    return { citations, warnings: unpairedMarks(text) };
  },
};

/** Block quotes; a last line such as “— policy.pdf, p. 12” is the reference and not part of the quote. */
function blockQuotesIn(text: string): Quotation[] {
  return [...text.matchAll(/(?:^[ \t]{0,3}>[^\n]*(?:\n|$))+/gmu)].flatMap(({ 0: block, index }) => {
    const credit = /^[ \t]{0,3}>[ \t]*(?=[—–]|-- )[^\n]*\n?$/mu.exec(block);
    const body = credit ? block.slice(0, credit.index) : block;
    const quote = body.replace(/^[ \t]{0,3}>[ \t]?/gmu, '').trim();
    const bare = /^[“"«](?<inner>[^“”"«»]*)[”"»]$/u.exec(quote)?.groups?.inner ?? quote;
    if (bare === '') return [];
    const marker = credit ? /^[ \t]{0,3}>[ \t]*/u.exec(credit[0])?.[0].length : undefined;
    const end = credit ? index + credit.index + (marker ?? 0) : index + body.trimEnd().length;
    return [{ quote: withoutMarks(bare), start: index, end }];
  });
}

/** Footnotes that quote: the sentence before the mark is the claim. */
function quotingFootnotes(text: string, footnotes: ReadonlyMap<string, string>): ReadCitation[] {
  return [...text.matchAll(footnoteMark)].flatMap(({ 1: mark = '', index }) => {
    const note = footnotes.get(mark) ?? '';
    const claim = withoutMarks(sentenceBefore(text, index));
    const quoted = quotationsIn(note);
    // The reference of the whole footnote counts for a quotation without one of its own.
    const rest = quoted.reduceRight(
      (text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`,
      note,
    );
    return quoted.map(({ quote, end }) => ({
      quote,
      ...(reference.test(note.slice(end)) ? placeOf(note.slice(end), footnotes) : placeIn(rest)),
      ...(claim !== '' && { claim }),
    }));
  });
}

function withoutMarks(text: string): string {
  return text
    .replace(footnoteMark, '')
    .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/gu, '')
    .trim();
}

function placeOf(after: string, footnotes: ReadonlyMap<string, string>): Partial<ReadCitation> {
  const { mark, link, bracket, file, inner, line } = reference.exec(after)?.groups ?? {};
  const stated = link ?? bracket ?? file ?? inner ?? line ?? '';
  return placeIn(mark === undefined ? stated : (footnotes.get(mark) ?? ''));
}

/** The source and the page in a reference such as `policy.pdf, p. 12` or `[Policy](policy.pdf#page=12)`. */
function placeIn(text: string): Partial<ReadCitation> {
  const link = linkIn.exec(text)?.groups;
  const where = pageIn.exec(text)?.groups;
  const named =
    link?.target?.replace(/#.*$/s, '') ??
    text
      .slice(0, pageIn.exec(text)?.index)
      .replace(/[\s,;:.(]+$/u, '')
      .replace(/^[\s,;:.(]+/u, '');
  const page = where?.page;
  return {
    ...(named !== undefined &&
      named !== '' && { source: named.replace(/^(?:see|in|from|source:)\s+/iu, '') }),
    // A link counts pages by their position in the file; a person cites the number that the page shows.
    ...(page !== undefined && { page: where?.link === undefined ? page : Number(page) || page }),
    ...(where?.end !== undefined && { endPage: Number(where.end) }),
  };
}
