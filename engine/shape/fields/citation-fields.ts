import type { Citation } from '../../model/citation.ts';
import type { Locator } from '../../model/locator.ts';
import type { Json } from '../../model/result.ts';
import { placeWords } from '../../model/wording/place-words.ts';
import { filled, gap, type LeafSource, type Meaning, type Scope } from '../scope.ts';

type CitationScope = Extract<Scope, { kind: 'citation' }>;

const fields: [RegExp, (citation: Citation) => Json | undefined][] = [
  [/^(?:quote|text|excerpt|words|passage|snippet|verbatim|evidence|clause|content)s?$/, ({ quote }) => quote],
  [/^(?:page|page number|page no|physical page|start page)$/, ({ locator }) => pageOf(locator)],
  [/^(?:end page|last page)$/, ({ locator }) => endPageOf(locator)],
  [/^(?:page label|printed page)$/, ({ locator }) => labelOf(locator)],
  [
    /^(?:file|file name|filename|document|document name|doc|source|source name|name)$/,
    ({ source }) => source.name,
  ],
  [/^(?:link|url|href|uri)$/, ({ link }) => link],
  [
    /^(?:location|locator|where|place|position|section|heading|reference)$/,
    ({ locator }) => placeOf(locator),
  ],
  [/^stance$/, ({ stance }) => stance],
  [/^method$/, ({ method }) => method],
  [/^match$/, ({ match }) => match],
  [/^role$/, ({ source }) => source.role],
  [/^(?:sha256|hash|checksum)$/, ({ source }) => source.sha256],
  [/^(?:start|start offset)$/, ({ start }) => start],
  [/^(?:end|end offset)$/, ({ end }) => end],
  [/^(?:start ms|time|timestamp)$/, ({ locator }) => (locator.kind === 'time' ? locator.startMs : undefined)],
];

/** What a key of the output format means for a citation; null if it names no part of a citation. */
export function citationField(key: string, scope: CitationScope): Meaning | null {
  const field = fields.find(([pattern]) => pattern.test(key));
  if (!field) return null;
  const value = field[1](scope.citation);
  if (value === undefined) return gap(`The location in ${scope.citation.source.name} has no ${key}.`);
  return filled(value, citationSources(scope));
}

export function citationSources({ finding, index }: CitationScope): LeafSource[] {
  return [index === null ? { findingId: finding.id } : { findingId: finding.id, citation: index }];
}

export function pageOf(locator: Locator): number | undefined {
  return locator.kind === 'page' || locator.kind === 'region' ? locator.page : undefined;
}

function endPageOf(locator: Locator): number | undefined {
  return locator.kind === 'page' ? (locator.endPage ?? locator.page) : undefined;
}

function labelOf(locator: Locator): string | undefined {
  return locator.kind === 'page' ? locator.pageLabel : undefined;
}

/** The location of a citation in words: "page 3", "pages 3 to 4", "Termination, paragraph 2", "1:02". */
function placeOf(locator: Locator): string {
  switch (locator.kind) {
    case 'time':
      return `${Math.floor(locator.startMs / 60_000)}:${String(Math.floor(locator.startMs / 1000) % 60).padStart(2, '0')}`;
    case 'section':
      return locator.heading === undefined
        ? `paragraph ${locator.paragraph}`
        : `${locator.heading}, paragraph ${locator.paragraph}`;
    case 'region':
      return locator.page === undefined ? 'part of the picture' : `part of page ${locator.page}`;
    case 'lines':
      return locator.from === locator.to ? `line ${locator.from}` : `lines ${locator.from} to ${locator.to}`;
    case 'cell':
      return `${locator.sheet}!${locator.range}`;
    case 'message':
      return `part ${locator.part}`;
    case 'page':
    case 'slide':
      return placeWords(locator);
  }
}
