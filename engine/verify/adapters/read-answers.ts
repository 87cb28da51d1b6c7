import { ProvisoError } from '../../model/errors.ts';
import type { GivenCitation } from '../../model/verification.ts';
import type { Adapter, AnswerRead, ReadCitation } from './adapter.ts';
import { anthropicCitations } from './anthropic.ts';
import { geminiGrounding } from './gemini.ts';
import { langChainAnswers } from './langchain.ts';
import { markdownQuotes } from './markdown.ts';
import { openAiFileSearch } from './openai.ts';
import { plainForm } from './plain.ts';

/** The forms that can be read. To add one, add its adapter here. */
export const adapters: readonly Adapter[] = [
  plainForm,
  openAiFileSearch,
  anthropicCitations,
  geminiGrounding,
  langChainAnswers,
  markdownQuotes,
];

/** `unread` is the number of citations that could not be read and are therefore not verified; `warnings` name them. */
export type AnswersRead = { form: string; citations: GivenCitation[]; warnings: string[]; unread: number };

/**
 * Reads the citations of one answer, or of a list of answers of the same system. `text` is JSON or Markdown. `form` is
 * the id of an adapter; without it, the form is recognised. Throws `unknown_form` if the text has none of the forms or
 * not the given one, and `bad_citations` if fields are not valid or nothing is cited.
 */
export function readAnswers(text: string, form?: string): AnswersRead {
  const answer = parsed(text.replace(/^\ufeff/, ''));
  const adapter = form === undefined ? recognised(answer) : adapters.find(({ id }) => id === form);
  if (!adapter) throw unknownForm(form);
  const read = readAll(adapter, answer);
  if (read.citations.length === 0) {
    const problems = read.warnings.slice(0, mostProblems);
    const message = ['The answers have no citation that can be verified.', ...problems].join('\n');
    throw new ProvisoError('bad_citations', message);
  }
  const warnings = [...read.warnings, ...doubtful(read.citations)];
  return {
    form: adapter.id,
    citations: numbered(read.citations),
    warnings,
    unread: read.warnings.length,
  };
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    // A Markdown text can begin with a bracket too.
    if (/^\s*(?:\[\^?[^\]\n]*\](?:[:(]|\s))/u.test(text)) return text;
    const why = error instanceof Error ? error.message : String(error);
    throw new ProvisoError('unknown_form', `The answers begin like JSON, but are not valid JSON: ${why}`);
  }
}

function recognised(answer: unknown): Adapter | undefined {
  return adapters.find(
    (adapter) =>
      adapter.recognises(answer) || (Array.isArray(answer) && answer.some((one) => adapter.recognises(one))),
  );
}

function readAll(adapter: Adapter, answer: unknown): AnswerRead {
  // A list in the plain form is one answer.
  const answers: unknown[] = Array.isArray(answer) && adapter !== plainForm ? answer : [answer];
  const read: AnswerRead = { citations: [], warnings: [] };
  for (const [at, one] of answers.entries()) {
    const found = adapter.read(one);
    if (found === null) {
      if (answers.length === 1) throw unknownForm(adapter.id);
      read.warnings.push(`Answer ${at + 1} does not have the form ${adapter.id} and was not verified.`);
      continue;
    }
    read.citations.push(...found.citations);
    read.warnings.push(...found.warnings);
  }
  return read;
}

const mostProblems = 20;

function unknownForm(form: string | undefined): ProvisoError {
  const known = adapters.map(({ id }) => id).join(', ');
  const problem =
    form === undefined
      ? 'The answers have none of the known forms'
      : adapters.some(({ id }) => id === form)
        ? `The answers do not have the form ${form}`
        : `There is no form ${form}`;
  return new ProvisoError(
    'unknown_form',
    `${problem} (${known}). The plain form is a list of {"id", "quote", "source", "page", "claim"}; only the quote is required.`,
  );
}

/** Warnings about ids that several citations have, and about ranges of pages that end before they begin. */
function doubtful(citations: readonly ReadCitation[]): string[] {
  const ids = new Map<string, number>();
  for (const { id } of citations) if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
  const repeated = [...ids].filter(([, count]) => count > 1);
  const reversed = citations.flatMap(({ id, page, endPage }, at) =>
    endPage !== undefined && Number(page) > endPage ? [{ name: id ?? String(at + 1), page, endPage }] : [],
  );
  return [
    ...repeated.map(([id, count]) => `${count} citations have the id ${id}. Give each its own.`),
    ...reversed.map(
      ({ name, page, endPage }) =>
        `Citation ${name} ends on page ${endPage}, before its first page ${page}. No page is in this range.`,
    ),
  ].slice(0, mostProblems);
}

/** Numbers citations without an id with the next free number. */
function numbered(citations: readonly ReadCitation[]): GivenCitation[] {
  const taken = new Set(citations.flatMap(({ id }) => id ?? []));
  return citations.map((citation, at) => {
    if (citation.id !== undefined) return { ...citation, id: citation.id };
    let id = String(at + 1);
    while (taken.has(id)) id = `${id}a`;
    taken.add(id);
    return { ...citation, id };
  });
}
