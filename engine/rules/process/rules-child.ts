import type { Rule } from '../../model/rule.ts';
import type { SourceText } from '../../model/source.ts';
import { offer } from '../../sandbox/offer.ts';
import { type Found, foundIn } from '../extract/found-in.ts';
import { type NamedRules, namedRules } from '../extract/naming.ts';
import { lintRules } from '../lint/lint-rules.ts';
import type { LintProblem } from '../lint/problem.ts';

/** A file as the child needs it. `fileIndex` counts from 0. */
export type TextOfFile = { fileIndex: number; name: string; content: SourceText };

/** What was found in each file since the last `begin` or `name`. */
let found: { fileIndex: number; all: Found[] }[] = [];

const offered = {
  begin(): void {
    found = [];
  },

  /** Finds the normative sentences of a file, at most `most`, and returns how many it has. */
  find({ fileIndex, name, content }: TextOfFile, most: number): number {
    const all: Found[] = [];
    for (const one of foundIn({ name, content })) {
      all.push(one);
      if (all.length >= most) break;
    }
    found.push({ fileIndex, all });
    return all.length;
  },

  /** The rules of all files. */
  name(): NamedRules {
    const all = found.sort((one, other) => one.fileIndex - other.fileIndex);
    found = [];
    return namedRules(all.map((file) => file.all));
  },

  lint: (rules: readonly Rule[]): Promise<LintProblem[]> => lintRules(rules),
};

export type RulesChild = typeof offered;

offer(offered);
