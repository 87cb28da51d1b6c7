import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { noSourceCache, openLocalFile } from '../../../engine/load/local-files.ts';
import { localFiles } from '../../../engine/local.ts';
import type { Extraction, FoundRule } from '../../../engine/rules/extract/model.ts';
import { rulesFrom } from '../../../engine/rules/extract/rules-from.ts';
import { compareVersions } from '../../../engine/rules/versions/compare-versions.ts';
import type { VersionKind } from '../../../engine/rules/versions/model.ts';
import { drawFrom } from '../../gate/engine/rules/support/written-policy.ts';
import { sharedPath } from '../../support/shared.ts';
import { areHere, run } from '../support/programs.ts';

const samples = sharedPath('samples');
const isPossible = samples !== null && areHere('pdftotext');
const folder = mkdtempSync(join(tmpdir(), 'proviso-versions-'));
const changes = 30;

async function rulesIn(text: string): Promise<Extraction> {
  const path = join(folder, 'standard.txt');
  writeFileSync(path, text);
  return rulesFrom({ files: localFiles([path]) }, { openSource: openLocalFile, sourceCache: noSourceCache });
}

/** The text without page numbers and the lines that every page repeats, which pdftotext has amid sentences. */
function withoutBoilerplate(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines
    .filter((line) => line === '' || (!/^[\divx]{1,4}$/.test(line) && (counts.get(line) ?? 0) < 12))
    .join('\n');
}

/** Where the words are in the text, which may break lines between them; null if they are there never or twice. */
function placeIn(text: string, words: string): { start: number; end: number } | null {
  const pattern = words
    .split(' ')
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, (sign) => `\\${sign}`).replaceAll('\\-', '-'))
    .join('\\s+');
  const [first, second] = [...text.matchAll(new RegExp(pattern.replaceAll('\\“', '“'), 'g'))];
  return first && !second ? { start: first.index, end: first.index + first[0].length } : null;
}

const binding = /\b(?:shall|must|SHALL|MUST)\b/g;
const added = [
  'water the plants of the lobby',
  'polish brass plates',
  'tune the piano',
  'wind the tower clock',
  'feed the aquarium fish',
  'sort old postcards',
  'oil garden gates',
  'knit furniture covers',
  'dust sports trophies',
  'iron holiday flags',
];

type Edit = { kind: VersionKind; text: string };
const edits: ((quote: string, at: number) => Edit)[] = [
  (quote) => ({
    kind: 'changed',
    text: quote.replace(/(?<=[a-z]\s)\d+(?=\s[a-z])/, (digits) => String(Number(digits) + 7)),
  }),
  (quote) => ({
    kind: 'changed',
    text: quote.replace(binding, (modal) => `${modal} ${modal === modal.toUpperCase() ? 'NOT' : 'not'}`),
  }),
  (quote) => ({
    kind: 'gone',
    text: quote.replace(binding, (modal) => (modal === modal.toUpperCase() ? 'SHOULD' : 'should')),
  }),
  (quote) => ({
    kind: 'changed',
    text: quote.replace(
      /\b(?:users|systems|organizations|authenticators?|verifiers?|secrets?)\b/,
      'turbines',
    ),
  }),
  (quote) => ({
    kind: 'changed',
    text: quote.replace(/(?<=\s)(\w+)(\s)(and|or|of)(\s)(\w+)\b/, '$5$2$3$4$1'),
  }),
  (quote) => ({ kind: 'gone', text: quote.endsWith('.') ? '' : quote }),
  (quote, at) => ({
    kind: 'new',
    text: quote.endsWith('.') ? `${quote} The gardener must ${added[at % added.length]}.` : quote,
  }),
];

describe.skipIf(!isPossible)('a real standard with 30 changes by script', () => {
  afterAll(() => {
    closeLoading();
    rmSync(folder, { recursive: true });
  });

  describe.each(['FIPS200.pdf', 'NIST.SP.800-63b.pdf'])('%s', (name) => {
    let text = '';
    let before: Extraction;
    beforeAll(async () => {
      text = withoutBoilerplate(
        await run('pdftotext', ['-enc', 'UTF-8', '-nopgbrk', `${samples}/${name}`, '-']),
      );
      before = await rulesIn(text);
    }, 60_000);

    it.each([1, 2, 3, 4, 5])(
      'has exactly these changes (seed %i)',
      async (seed) => {
        const draw = drawFrom(seed);
        const pool = before.rules.filter((rule) => isAlone(rule, before));
        const expected = new Map<string, VersionKind>(before.rules.map(({ id }) => [id, 'unchanged']));
        let changed = text;
        let news = 0;
        for (let done = 0; done < changes; ) {
          if (pool.length === 0) throw new Error(`only ${done} changes are possible`);
          const [rule] = pool.splice(draw.below(pool.length), 1);
          const place = rule ? placeIn(changed, rule.source.quote) : null;
          if (!rule || !place) continue;
          const own = changed.slice(place.start, place.end);
          const start = draw.below(edits.length);
          for (let step = 0; step < edits.length; step += 1) {
            const edit = edits[(start + step) % edits.length]?.(own, news);
            const { quote, leadIn } = rule.source;
            // A denial in the introduction of a list changes its items too.
            const isList = leadIn !== undefined || quote.endsWith(':');
            if (!edit || edit.text === own) continue;
            if (isList && (edit.kind !== 'changed' || /\bnot\b/i.test(edit.text))) continue;
            changed = changed.slice(0, place.start) + edit.text + changed.slice(place.end);
            if (edit.kind === 'new') news += 1;
            else expected.set(rule.id, edit.kind);
            done += 1;
            break;
          }
        }

        const { versions } = compareVersions(before.rules, await rulesIn(changed));
        const own = versions.filter(({ kind }) => kind !== 'new');
        const wrong = own.filter(({ id, kind }) => kind !== expected.get(id ?? ''));

        expect(
          wrong.map(({ id, kind, before: was, after: is }) => ({
            id,
            kind,
            expected: expected.get(id ?? ''),
            was,
            is,
          })),
        ).toEqual([]);
        expect(own).toHaveLength(before.rules.length);
        const isAdded = versions
          .filter(({ kind }) => kind === 'new')
          .map(({ after }) => after?.quote.startsWith('The gardener must'));
        expect(isAdded).toEqual(Array.from({ length: news }, () => true));
      },
      60_000,
    );
  });
});

/** Whether a change of the rule's words changes no other rule, and changes its meaning in one place. */
function isAlone({ source: { quote, leadIn } }: FoundRule, { rules, leftOut }: Extraction): boolean {
  const others = rules.filter(({ source }) => `${source.leadIn ?? ''} ${source.quote}`.includes(quote));
  const repeated = leftOut.some((one) => one.quote.includes(quote));
  const modals = [...quote.matchAll(binding)].length;
  return others.length === 1 && !repeated && modals === (leadIn === undefined ? 1 : 0);
}
