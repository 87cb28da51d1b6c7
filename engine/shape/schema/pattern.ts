import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { RE2JS } from 're2js';
import { type CodePoints, namedSets, union, without, withProperty } from './code-points.ts';

/** Maximum number of characters of a pattern. */
export const longestPattern = 1_000;
/** The largest number of repetitions that RE2 accepts. If a repetition contains another, their product counts. */
const mostRepeats = 1_000;
/** The number of `states` that a Unicode property set counts as: it is written out as hundreds of ranges. */
const propertyStates = 50;

const parser = new RegExpParser({ ecmaVersion: 2024 });

/** An ECMAScript pattern that can be matched in linear time. `states` is the approximate size of its automaton. */
export type LinearPattern = { tree: AST.Pattern; states: number };

/**
 * Thrown if a pattern cannot be used. The message continues a sentence that begins with the place of the pattern, such
 * as "uses a look-ahead …".
 */
export class PatternProblem extends Error {}

/**
 * Parses a pattern as ECMAScript does with the flag `u`, which JSON Schema requires. Throws `PatternProblem` for a
 * pattern that is not valid, is too long, or cannot be matched in linear time.
 */
export function parsePattern(source: string): LinearPattern {
  if (source.length > longestPattern) {
    throw new PatternProblem(
      `has ${source.length} characters, and a pattern may have ${longestPattern}: use several shorter ones under allOf`,
    );
  }
  const tree = parsed(source);
  return { tree, states: sizeOfAll(tree.alternatives, 1) };
}

/**
 * A function that tests whether a text matches, in time linear in the length of the text. Throws `PatternProblem` for a
 * pattern that RE2 refuses.
 */
export function compilePattern({ tree }: LinearPattern): (text: string) => boolean {
  try {
    const compiled = RE2JS.compile(inRe2(tree.alternatives));
    return (text) => compiled.test(text);
  } catch (error) {
    throw new PatternProblem(`cannot be matched in linear time: ${messageOf(error)}`);
  }
}

function parsed(source: string): AST.Pattern {
  try {
    return parser.parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    const reason = messageOf(error).replace(/^Invalid regular expression: .*: /s, '');
    throw new PatternProblem(`is not a valid regular expression: ${reason}. Correct it`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sizeOfAll(alternatives: readonly AST.Alternative[], repeats: number): number {
  let states = 0;
  for (const { elements } of alternatives) {
    states += 1;
    for (const element of elements) states += sizeOf(element, repeats);
  }
  return states;
}

/**
 * The approximate number of states of a part of a pattern. `repeats` is how often the surrounding pattern can repeat
 * this part.
 */
function sizeOf(node: AST.Element, repeats: number): number {
  switch (node.type) {
    case 'Quantifier':
      return quantifierSize(node, repeats);
    case 'Group':
    case 'CapturingGroup':
      return sizeOfAll(node.alternatives, repeats);
    case 'CharacterClass':
      return node.elements.reduce((sum, element) => sum + (isProperty(element) ? propertyStates : 1), 1);
    case 'CharacterSet':
      return isProperty(node) ? propertyStates : 1;
    case 'Assertion':
      if (node.kind === 'lookahead' || node.kind === 'lookbehind')
        throw notLinear(node, lookNames[node.kind]);
      return 1;
    case 'Backreference':
      throw notLinear(node, 'a back-reference');
    default:
      return 1;
  }
}

function quantifierSize({ raw, min, max, element }: AST.Quantifier, repeats: number): number {
  const own = Math.max(1, max === Number.POSITIVE_INFINITY ? min : max);
  if (own * repeats > mostRepeats) {
    throw new PatternProblem(
      `repeats a part more than ${mostRepeats.toLocaleString('en')} times (${shortened(raw)}): use minLength and maxLength, or * and +`,
    );
  }
  const copies = max === Number.POSITIVE_INFINITY ? min + 1 : own;
  return copies * sizeOf(element, own * repeats);
}

const lookNames = { lookahead: 'a look-ahead', lookbehind: 'a look-behind' };

function notLinear({ raw }: AST.Node, what: string): PatternProblem {
  return new PatternProblem(
    `uses ${what} (${shortened(raw)}), which cannot be matched in linear time: write the pattern without it`,
  );
}

function shortened(raw: string): string {
  return raw.length > 40 ? `${raw.slice(0, 40)}…` : raw;
}

function isProperty(node: AST.Element | AST.CharacterClassElement): boolean {
  return node.type === 'CharacterSet' && node.kind === 'property';
}

/**
 * The pattern in the syntax of RE2. Classes, `.` and line ends have a different meaning in RE2, so all sets are written
 * out.
 */
function inRe2(alternatives: readonly AST.Alternative[]): string {
  const written = alternatives.map(({ elements }) => elements.map(elementInRe2).join(''));
  return `(?:${written.join('|')})`;
}

function elementInRe2(node: AST.Element): string {
  switch (node.type) {
    case 'Group':
    case 'CapturingGroup':
      return inRe2(node.alternatives);
    case 'Quantifier':
      return `(?:${elementInRe2(node.element)})${timesInRe2(node)}`;
    case 'Assertion':
      return assertionInRe2(node);
    default:
      return setInRe2(codePointsOf(node));
  }
}

/**
 * A repetition in the syntax of RE2. Greedy and lazy repetitions match the same texts, so the difference is left out.
 */
function timesInRe2({ min, max }: AST.Quantifier): string {
  if (max !== Number.POSITIVE_INFINITY) return `{${min},${max}}`;
  return min === 0 ? '*' : `{${min},}`;
}

function assertionInRe2(node: AST.Assertion): string {
  switch (node.kind) {
    case 'start':
      return '\\A';
    case 'end':
      return '\\z';
    case 'word':
      return node.negate ? '\\B' : '\\b';
    default:
      throw notLinear(node, lookNames[node.kind]);
  }
}

function setInRe2(set: CodePoints): string {
  const ranges = set.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`));
  return ranges.length === 0 ? `[^${hex(0)}-${hex(0x10ffff)}]` : `[${ranges.join('')}]`;
}

const hex = (codePoint: number): string => `\\x{${codePoint.toString(16)}}`;

function codePointsOf(node: AST.Node): CodePoints {
  switch (node.type) {
    case 'Character':
      return [[node.value, node.value]];
    case 'CharacterClassRange':
      return [[node.min.value, node.max.value]];
    case 'CharacterClass': {
      const set = union(node.elements.map(codePointsOf));
      return node.negate ? without(set) : set;
    }
    case 'CharacterSet': {
      if (node.kind === 'any') return namedSets.any;
      const set = node.kind === 'property' ? withProperty(propertyOf(node)) : namedSets[node.kind];
      return node.negate ? without(set) : set;
    }
    default:
      throw notLinear(node, 'a construct that RE2 does not have');
  }
}

function propertyOf({ key, value }: AST.UnicodePropertyCharacterSet): string {
  return value === null ? key : `${key}=${value}`;
}
