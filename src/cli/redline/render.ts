import { type RedlinedFinding, shownOf } from '../../services/redlines/redline.ts';
import { clean } from '../../services/report/clean.ts';
import { sourcePlace } from '../../services/report/facts.ts';
import { plural } from '../../services/report/words.ts';
import { type Page, pageFor, paragraph } from '../render/terminal/page.ts';
import { badges } from '../render/terminal/signs.ts';

/** The redlined findings as JSON; the text ends with a line break. */
export function jsonOf(findings: readonly RedlinedFinding[]): string {
  return `${JSON.stringify({ findings: findings.map(shownOf) }, null, 2)}\n`;
}

/** The redlined findings as text for a terminal; it ends with a line break. */
export function textOf(
  findings: readonly RedlinedFinding[],
  look: { width: number; color: boolean },
): string {
  const page = pageFor(look);
  const offered = findings.filter(({ withheld }) => withheld === null).length;
  const count = `${plural(findings.length, 'finding needs', 'findings need')} a change; ${offered} offered`;
  return `${[...findings.flatMap((one) => lines(page, one)), count].join('\n')}\n`;
}

function lines(page: Page, { finding, changes, withheld, after }: RedlinedFinding): string[] {
  const { paint } = page;
  const answers = [finding, ...(after === null ? [] : [after])].map((one) => badges(paint, one));
  const said = changes.flatMap(({ citation, becomes, inserted, note }) => [
    ...paragraph(
      page,
      paint.dim(`${sourcePlace(citation)}${inserted === undefined ? '' : ', a new paragraph after'}`),
    ),
    ...paragraph(
      page,
      inserted === undefined ? paint.red(`- ${clean(citation.quote)}`) : `  ${clean(citation.quote)}`,
    ),
    ...paragraph(page, paint.green(`+ ${clean(inserted ?? becomes)}`)),
    ...(note === undefined ? [] : paragraph(page, `Before you accept: ${clean(note)}.`)),
  ]);
  const why = withheld === null ? [] : paragraph(page, `Not offered: ${clean(withheld)}.`);
  return [
    ...paragraph(page, `${paint.bold(clean(finding.rule.name))}  ${answers.join(' → ')}`, ''),
    ...said,
    ...why,
    '',
  ];
}
