import { Composer, CST, type Document, isMap, isScalar, isSeq, Parser, type CST as Tokens } from 'yaml';
import type { LintFix } from '../../../../engine/index.ts';
import { badInput } from '../../terminal/ending.ts';
import { parseWritten } from '../../written/parse.ts';
import { rulesIn } from '../parse.ts';
import { type LintedFile, pathOf } from './lint-file.ts';

/** A text after its fixes, and how many of them were applied. */
export type Fixed = { text: string; count: number };

type SafeFix = { rule: number; fix: LintFix };

/**
 * Applies the safe fixes of a rules file. Everything else in the text stays as it is, comments included. A rule that
 * repeats another is not removed if it has comments, an anchor or an alias. Throws `bad_input` if the result would not
 * have exactly the rules that the fixes ask for.
 */
export function fixFile({ text, path, rules, problems }: LintedFile): Fixed {
  const safe = problems.flatMap(({ rule, fix }): SafeFix[] => (fix?.safe ? [{ rule, fix }] : []));
  if (safe.length === 0) return { text, count: 0 };
  const tokens = [...new Parser().parse(text)];
  const [document] = new Composer({ keepSourceTokens: true, merge: true }).compose(tokens);
  if (!document) return { text, count: 0 };
  const file = parseWritten(text, path);
  const removed = new Set(
    safe.filter(({ fix }) => fix.field === 'rule' && fix.replacement === undefined).map(({ rule }) => rule),
  );
  const applied = safe.filter(
    ({ rule, fix }) =>
      !removed.has(rule) && replace(document, pathOf(file, rule, fix.field), fix.replacement),
  );
  const gone = [...removed]
    .sort((one, other) => other - one)
    .filter((rule) => removeRule(document, pathOf(file, rule)));
  const fixed = tokens.map((token) => CST.stringify(token)).join('');
  const wanted = rules
    .map((rule, index) => {
      const changes = applied.filter((one) => one.rule === index);
      return { ...rule, ...Object.fromEntries(changes.map(({ fix }) => [fix.field, fix.replacement])) };
    })
    .filter((_, index) => !gone.includes(index));
  const got = rulesIn(parseWritten(fixed, path)).rules;
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw badInput(`${path} cannot be fixed by --fix: correct the problems by hand`);
  return { text: fixed, count: applied.length + gone.length };
}

/** Replaces the text at a path and keeps its style. False if there is no plain text at the path. */
function replace(document: Document.Parsed, path: (string | number)[], value: string | undefined): boolean {
  const node = document.getIn(path, true);
  const token = isScalar(node) && !node.anchor ? node.srcToken : undefined;
  if (!token || value === undefined) return false;
  CST.setScalarValue(token, value);
  return true;
}

/** Removes an entry from the list of rules. False if it has a comment, an anchor or an alias. */
function removeRule(document: Document.Parsed, path: (string | number)[]): boolean {
  const index = path.at(-1);
  const list = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isSeq(list) || typeof index !== 'number') return false;
  const token: Tokens.Token | undefined = list.srcToken;
  if (token?.type !== 'block-seq' && token?.type !== 'flow-collection') return false;
  const places = token.items.flatMap((item, at) => (item.value ? [at] : []));
  const at = places[index];
  const item = at === undefined ? undefined : token.items[at];
  if (at === undefined || !item || !isMap(list.items[index])) return false;
  if (/(?:^|[\s,[{])(?:#|&\S|\*\S)/.test(CST.stringify(item))) return false;
  token.items.splice(at, 1);
  return true;
}
