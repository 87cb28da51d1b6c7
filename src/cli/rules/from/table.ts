import type { Extraction, FoundRule, RuleVersion } from '../../../../engine/index.ts';
import { clean } from '../../../services/report/clean.ts';
import { type Page, pageFor, paragraph } from '../../render/terminal/page.ts';
import type { Compared } from './since.ts';
import { comparisonWords, placeWords, sumWords, versionWords } from './words.ts';

/** Longer texts are cut in the table; the other formats have them whole. */
const longestShown = 600;

export type Screen = { width: number; color: boolean };

/** The rules as text for a terminal; with a comparison, only what differs from the earlier version. */
export function fromTable(found: Extraction, compared: Compared | null, screen: Screen): string {
  const page = pageFor(screen);
  const lines =
    compared === null
      ? [...found.rules.flatMap((rule) => ruleLines(page, rule)), sumWords(found)]
      : [
          ...changedFirst(compared.versions).flatMap((one) => versionLines(page, one)),
          comparisonWords(compared),
        ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function ruleLines(page: Page, { id, description, source }: FoundRule): string[] {
  return [
    `${page.paint.bold(clean(id))}  ${page.paint.dim(clean(placeWords(source)))}`,
    ...paragraph(page, shortened(clean(description))),
    '',
  ];
}

function changedFirst(versions: readonly RuleVersion[]): RuleVersion[] {
  return (['changed', 'new', 'gone', 'moved'] as const).flatMap((kind) =>
    versions.filter((version) => version.kind === kind),
  );
}

function versionLines(page: Page, version: RuleVersion): string[] {
  const { paint } = page;
  const { kind, id, name, after } = version;
  const paints = { changed: paint.yellow, new: paint.green, gone: paint.red, moved: paint.cyan };
  const words = kind === 'unchanged' ? kind : paints[kind](kind);
  const place = after === null ? '' : placeWords(after);
  const text = kind === 'new' ? (after?.quote ?? '') : versionWords(version).replace(/^changed: /, '');
  return [
    `${words}  ${paint.bold(clean(id ?? name))}  ${paint.dim(clean(place))}`,
    ...paragraph(page, shortened(clean(text))),
    '',
  ];
}

function shortened(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
