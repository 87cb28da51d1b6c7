import type { Citation } from '../../engine/model/citation.ts';
import { AppError } from '../domain/errors.ts';
import { sourcePlace } from '../services/report/facts.ts';
import type { AgentService, CitationList, CitedPart } from './agent-service.ts';
import { findingsView } from './tools/findings.ts';
import type { Call } from './tools/tool.ts';
import { findingView, meaning, runView } from './views/finding.ts';

const mediaType = 'application/json';

/** The kinds of resources, as templates of their addresses. */
export const resourceTemplates = [
  { path: '{run}', name: 'run', description: 'A run with its state and counts.' },
  { path: '{run}/findings', name: 'findings', description: 'The first findings of a run.' },
  { path: '{run}/findings/{finding}', name: 'finding', description: 'A finding with its quotes.' },
  {
    path: '{run}/findings/{finding}/pages/{list}/{index}',
    name: 'cited page',
    description:
      'The page that a citation is on, as Proviso read it. list is citations, basis or nearest; index counts from 0.',
  },
].map(({ path, ...others }) => ({ ...others, uriTemplate: `proviso://runs/${path}`, mimeType: mediaType }));

/** The latest runs as resources. */
export async function listResources(service: AgentService, cursor: string | undefined) {
  const { items, nextCursor } = await service.runs({ after: cursor });
  return {
    resources: items.flatMap(({ id, name, state }) =>
      id === null
        ? []
        : [
            {
              uri: `proviso://runs/${id}`,
              name: name.slice(0, 200),
              description: `A run: ${state}.`,
              mimeType: mediaType,
            },
          ],
    ),
    ...(nextCursor !== null && { nextCursor }),
  };
}

const address =
  /^proviso:\/\/runs\/([\w.-]{1,100})(?:\/(findings)(?:\/(\w{1,100})(?:\/pages\/(citations|basis|nearest)\/(\d{1,6}))?)?)?$/;

/** Reads a resource. Throws `path_not_found` for an address that names none. */
export async function readResource(uri: string, call: Call) {
  const found = address.exec(uri);
  if (found === null) throw new AppError('path_not_found', `there is no resource at ${uri.slice(0, 200)}`);
  const [, run = '', findings, finding, list, index] = found;
  const content = await contentOf({ run, findings, finding, list: listNamed(list), index }, call);
  return { contents: [{ uri, mimeType: mediaType, text: JSON.stringify(content) }] };
}

type Place = {
  run: string;
  findings: string | undefined;
  finding: string | undefined;
  list: CitationList | undefined;
  index: string | undefined;
};

async function contentOf({ run, findings, finding, list, index }: Place, call: Call): Promise<object> {
  const { service, characters } = call;
  if (findings === undefined) return runView(await service.run(run));
  if (finding === undefined) return findingsView(run, {}, call);
  const found = await service.finding(run, finding);
  if (list === undefined) return { ...findingView(run, found), meaning };
  const place = { finding, list, index: Number(index) };
  const nearest = found.search.nearest.map(({ citation }) => citation);
  const citation = { citations: found.citations, basis: found.basis, nearest }[list][place.index];
  if (citation === undefined)
    throw new AppError('citation_not_found', `finding ${finding} has no citation ${index} in ${list}`);
  const part = await service.citedText(run, place, citation);
  // JSON writes some characters of a page as two.
  return citedPage(citation, part, Math.floor(characters / 2));
}

function listNamed(name: string | undefined): CitationList | undefined {
  return name === 'citations' || name === 'basis' || name === 'nearest' ? name : undefined;
}

/** The text before and after a quote whose file has no pages, in characters. */
const around = 2_000;

/**
 * The page that a citation is on, as the run read it, or the text around the quote if the file has no pages. At most
 * `characters` long, with the quote in it.
 */
function citedPage(citation: Citation, { text, start, ranges }: CitedPart, characters: number) {
  const { locator } = citation;
  const last = locator.kind === 'page' ? (locator.endPage ?? locator.page) : 0;
  const onPage = ranges.filter(
    (range) =>
      locator.kind === 'page' &&
      range.locator.kind === 'page' &&
      range.locator.page >= locator.page &&
      range.locator.page <= last,
  );
  const whole =
    onPage.length > 0
      ? {
          from: Math.min(...onPage.map((range) => range.start)),
          to: Math.max(...onPage.map((range) => range.end)),
        }
      : { from: citation.start - around, to: citation.end + around };
  const room = Math.max(0, Math.floor((characters - (citation.end - citation.start)) / 2));
  const from = Math.max(whole.from, citation.start - room, start);
  const to = Math.min(whole.to, citation.end + room, from + characters, start + text.length);
  return {
    place: sourcePlace(citation),
    quote: citation.quote.slice(0, characters),
    ...((from > whole.from || to < whole.to) && { isCut: true }),
    text: text.slice(from - start, to - start),
  };
}
