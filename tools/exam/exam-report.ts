import { exactly, grid, number } from '../../src/eval/report/table.ts';
import type { ExamRun } from './run-exam.ts';
import type { ExamScore, GradedPair, GradedTwin, KindScore, Share } from './score.ts';

/**
 * The report that `--json` writes. Pairs of the locked part count in the figures, but the report does not
 * list them.
 */
export type ExamReport = ExamScore & {
  suite: 'exam';
  settings: { seed: number; checker: string; language: string; kind: string | null; template: string | null };
  startedAt: string;
  seconds: number;
  items: (Pick<GradedPair, 'id' | 'kind' | 'template' | 'passed'> & {
    twins: (Pick<GradedTwin, 'side' | 'grade' | 'wrongConfirmed'> & { given: string })[];
  })[];
};

/** The fields of the report that are known without the answers. */
export type ExamFrame = Pick<ExamReport, 'settings' | 'startedAt' | 'seconds'>;

/** Creates the report of a run. */
export function examReport({ score, graded }: ExamRun, frame: ExamFrame): ExamReport {
  return {
    suite: 'exam',
    ...frame,
    ...score,
    items: graded
      .filter(({ part }) => part === 'open')
      .map(({ id, kind, template, passed, twins }) => ({
        id,
        kind,
        template,
        passed,
        twins: twins.map(({ side, label, outcome, grade, wrongConfirmed }) => ({
          side,
          given: `${label ?? 'not assessed'} ${outcome}`,
          grade,
          wrongConfirmed,
        })),
      })),
  };
}

/** The report as text for a terminal. */
export function examTable({
  settings,
  pairs,
  documents,
  seconds,
  kinds: scores,
  levels,
}: ExamReport): string {
  const all = scores.filter(({ kind }) => kind === 'all');
  const named = scores.filter(({ kind, part }) => kind !== 'all' && part === 'all');
  return [
    `exam: ${documents} documents in ${pairs} pairs, seed ${settings.seed}, by ${settings.checker}, ${seconds} s`,
    '',
    ...grid([
      ['', 'open', 'locked', 'all', 'at least', 'n'],
      ...figures.map(([title, of]) => figureRow(title, all, of)),
    ]),
    '',
    ...grid([
      [
        'kind',
        'pairs',
        'passed',
        'open',
        'locked',
        'at least',
        'wrong CONFIRMED',
        'of',
        'met: CONFIRMED',
        'undetermined',
      ],
      ...named.map((score) => kindRow(score, scores)),
    ]),
    '',
    ...grid([
      ['answered', 'documents', 'coverage', 'wrong', 'risk'],
      ...levels.map(({ level, answered, coverage, wrong, risk }) => [
        level,
        String(answered),
        number(coverage),
        String(wrong),
        number(risk),
      ]),
    ]),
    '',
  ].join('\n');
}

const figures: [string, (score: KindScore) => Share][] = [
  ['pairs passed', ({ pairs }) => pairs],
  ['CONFIRMED that is right', ({ confirmed }) => confirmed],
  ['ESTIMATED with an outcome that is right', ({ estimated }) => estimated],
  ['NOT FOUND that is right', ({ notFound }) => notFound],
  ['met rules that are CONFIRMED', ({ metConfirmed }) => metConfirmed],
  ['undetermined', ({ undetermined }) => undetermined],
];

function figureRow(title: string, all: readonly KindScore[], of: (score: KindScore) => Share): string[] {
  const [whole, open, locked] = (['all', 'open', 'locked'] as const).map((part) => {
    const score = all.find((one) => one.part === part);
    return score ? of(score) : null;
  });
  return [
    title,
    exactly(open?.share ?? null),
    exactly(locked?.share ?? null),
    exactly(whole?.share ?? null),
    exactly(whole?.atLeast ?? null),
    String(whole?.n ?? 0),
  ];
}

function kindRow(
  { kind, pairs, confirmed, metConfirmed, undetermined }: KindScore,
  scores: readonly KindScore[],
): string[] {
  const shareIn = (part: KindScore['part']): string =>
    number(scores.find((one) => one.kind === kind && one.part === part)?.pairs.share ?? null);
  return [
    kind,
    String(pairs.n),
    number(pairs.share),
    shareIn('open'),
    shareIn('locked'),
    number(pairs.atLeast),
    String(confirmed.n - confirmed.right),
    String(confirmed.n),
    number(metConfirmed.share),
    number(undetermined.share),
  ];
}
