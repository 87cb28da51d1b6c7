import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { check } from 'recheck';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** A regular expression of the product, and where it is written. */
type Pattern = { source: string; flags: string; place: string };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const builtSchema = z.array(z.object({ source: z.string(), flags: z.string(), place: z.string() }));
const recheckMs = 60_000;

describe('the regular expressions of the engine and the service', () => {
  it('take at most quadratic time, and linear time in the service', { timeout: 3_600_000 }, async () => {
    const patterns = [...writtenPatterns(), ...(await builtPatterns())].filter(mayBeSlow);
    const slow: string[] = [];
    for (const pattern of patterns) {
      const found = await attackOn(pattern);
      if (found !== null) slow.push(`${pattern.place}: ${found}`);
    }

    expect(patterns.length).toBeGreaterThan(50);
    expect(slow).toEqual([]);
  });

  it.each(['\\/+$', '^(?:\\d[\\w.]*[\\s,]*)*$', '^(?:<!--[^]*?-->)*<html', '\\s*,?\\s*$'])(
    'would be reported if they did: %s',
    async (source) => {
      const pattern = { source, flags: '', place: 'src/http/paths.ts' };

      expect(mayBeSlow(pattern)).toBe(true);
      expect(await attackOn(pattern)).toMatch(/exponential|polynomial/);
    },
  );
});

/**
 * The text that makes a pattern slow; null if none is known. For many patterns recheck tries random texts within limits of
 * time, and on a busy processor it can call a linear pattern slow, so that a second search must agree.
 */
async function attackOn({ source: written, flags, place }: Pattern): Promise<string | null> {
  const source = withSmallBounds(written, flags);
  let found: string | null = null;
  for (const randomSeed of [1, 2]) {
    const options = { timeout: recheckMs, randomSeed };
    const first = await check(source, flags, options);
    // The first method cannot classify every pattern in time.
    const report =
      first.status === 'unknown' ? await check(source, flags, { ...options, checker: 'fuzz' }) : first;
    if (report.status !== 'vulnerable') return null;
    const { complexity, attack } = report;
    if (complexity.type === 'polynomial' && complexity.degree <= mostDegree(place)) return null;
    found = `${complexity.summary} for ${attack.pattern}`;
  }
  return found;
}

/**
 * The largest exponent of the time. The engine applies most patterns to sentences, whose length is limited. A request of
 * 16 KB already takes a sixth of a second with a quadratic pattern, in which the service answers no other request.
 */
function mostDegree(place: string): number {
  return /^src\/(?!cli\/|eval\/)/.test(place) ? 1 : 2;
}

/** Reduces the bounds of repetitions to three: recheck takes a repetition of up to 40 for one without a bound. */
function withSmallBounds(source: string, flags: string): string {
  const bounds: { at: number; end: number; min: number }[] = [];
  visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, flags.includes('u')), {
    onQuantifierEnter({ element, raw, end, min, max }) {
      if (max > 3 && max !== Number.POSITIVE_INFINITY)
        bounds.push({ at: element.end, end: raw.endsWith('?') ? end - 1 : end, min });
    },
  });
  return bounds
    .sort((one, other) => other.at - one.at)
    .reduce(
      (text, { at, end, min }) => `${text.slice(0, at)}{${Math.min(min, 3)},3}${text.slice(end)}`,
      source,
    );
}

/**
 * Whether the form of a pattern allows more time than that: an unbounded repetition of a group, or as many unbounded
 * repetitions as the exponent allows, since the position where a match begins adds one.
 */
function mayBeSlow({ source, flags, place }: Pattern): boolean {
  let unbounded = 0;
  let ofGroup = false;
  visitRegExpAST(new RegExpParser().parseLiteral(`/${source}/${flags}`), {
    onQuantifierEnter({ max, element }) {
      if (max !== Number.POSITIVE_INFINITY) return;
      unbounded++;
      ofGroup ||= element.type === 'Group' || element.type === 'CapturingGroup';
    },
  });
  return ofGroup || unbounded >= mostDegree(place);
}

function writtenPatterns(): Pattern[] {
  const patterns: Pattern[] = [];
  for (const folder of ['engine', 'src'])
    for (const file of readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const code = readFileSync(`${root}${folder}/${file}`, 'utf8');
      new Visitor({
        Literal(node) {
          if (!('regex' in node)) return;
          const line = code.slice(0, node.start).split('\n').length;
          const { pattern: source, flags } = node.regex;
          patterns.push({ source, flags, place: `${folder}/${file}:${line}` });
        },
      }).visit(parseSync(file, code).program);
    }
  return patterns;
}

async function builtPatterns(): Promise<Pattern[]> {
  const child = fileURLToPath(new URL('built-patterns-child.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', child], { cwd: root });
  return builtSchema.parse(JSON.parse(stdout));
}
