import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentKinds, parts } from '../../../../tools/exam/kinds.ts';
import { trickNames } from '../../../../tools/exam/wordings/schemas.ts';
import { readWordings } from '../../../../tools/exam/wordings/wordings.ts';

const wordings = readWordings('exam');
const templates = parts.flatMap((part) => wordings[part].templates);

describe('the texts of the exam', () => {
  it('come from at least sixty templates, a third of them locked, for six kinds of documents', () => {
    expect(templates.length).toBeGreaterThanOrEqual(60);
    expect(wordings.locked.templates.length * 3).toBeGreaterThanOrEqual(templates.length - 2);
    expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length);
    for (const kind of documentKinds) {
      for (const part of parts) {
        const own = wordings[part].templates.filter((template) => template.kind === kind);
        expect(own.length, `${part} ${kind}`).toBeGreaterThanOrEqual(4);
      }
    }
  });

  it.each(trickNames)('include at least twelve open and six locked texts for the trick %s', (name) => {
    const [open, locked] = parts.map((part) => wordings[part].tricks.tricks[name] ?? []);
    expect(open?.length).toBeGreaterThanOrEqual(12);
    expect((locked?.length ?? 0) * 2).toBeGreaterThanOrEqual(open?.length ?? 0);
  });

  it('repeat no sentence of the open part in the locked part', () => {
    const textsOf = (part: (typeof parts)[number]): string[] => {
      const { tricks: own } = wordings[part];
      return [
        ...Object.values(own.tricks).flatMap((list) => list.map(({ text }) => text)),
        ...Object.values(own.modes).flatMap(({ frames }) => frames),
      ];
    };
    const open = new Set(textsOf('open'));
    expect(textsOf('locked').filter((text) => open.has(text))).toEqual([]);
  });

  it('state the number and the name in every rule of a template that uses them', () => {
    const silent = templates.filter(
      ({ limit, names, rules }) =>
        (limit && rules.some((rule) => !/<limit>/i.test(rule))) ||
        (names && rules.some((rule) => !rule.includes('<name>'))),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('have no nine consecutive words in common with the samples or with the cases', () => {
    const runs = (text: string): string[] => {
      const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      return words.slice(8).map((_, at) => words.slice(at, at + 9).join(' '));
    };
    const known = new Set(
      ['samples', 'prompts/cases'].flatMap(filesIn).flatMap((file) => runs(readFileSync(file, 'utf8'))),
    );
    expect(known.size).toBeGreaterThan(1000);
    const own = filesIn('exam').flatMap((file) => runs(readFileSync(file, 'utf8')));
    expect(own.filter((run) => known.has(run))).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:txt|md|ya?ml|html|ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
