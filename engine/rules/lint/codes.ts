export type Severity = 'error' | 'warning' | 'info';

/** What a code says about a rule: how severe the problem is, what it is, and what the author can do. */
type CodeEntry = { severity: Severity; summary: string; advice: string };

/** The problems that lint reports. `docs/rules.md` has this table, and a test compares the two. */
export const lintCodes = {
  no_duty: {
    severity: 'error',
    summary: 'The rule is a topic or a heading, so nothing can meet or break it.',
    advice: 'Write a sentence that says who shall do what: “The Supplier shall encrypt all backups.”',
  },
  conflict: {
    severity: 'error',
    summary: 'Two rules cannot both be met.',
    advice: 'Keep one of the two rules, or say in both to which cases they apply.',
  },
  different_numbers: {
    severity: 'warning',
    summary: 'Two rules ask for the same act with different numbers.',
    advice: 'Keep the rule with the right number, or say in both to which cases they apply.',
  },
  repeated: {
    severity: 'warning',
    summary: 'Two rules ask for the same.',
    advice: 'Remove one of the two rules.',
  },
  repeated_position: {
    severity: 'warning',
    summary: 'Two positions of a rule say the same.',
    advice: 'Remove one of them, or reword it.',
  },
  compound: {
    severity: 'warning',
    summary: 'The rule has more than one duty, so it has no single answer.',
    advice: 'Write one rule for each duty.',
  },
  vague_words: {
    severity: 'warning',
    summary: 'The rule has words that every reader understands differently.',
    advice: 'Say what is meant with a number, a date, a list or an event.',
  },
  not_checkable: {
    severity: 'warning',
    summary: 'Words cannot show whether the rule is met, because it needs a judgement.',
    advice: 'Name what a document can show: an act, a record, a number or a date.',
  },
  weak_duty: {
    severity: 'warning',
    summary: 'The rule only recommends, so nothing can break it.',
    advice: 'Write “shall” if it is a duty, or remove the rule.',
  },
  no_actor: {
    severity: 'warning',
    summary: 'The rule does not say who has the duty.',
    advice: 'Name who acts before the verb: “The Supplier shall …”, or add “by the Supplier”.',
  },
  number_without_unit: {
    severity: 'warning',
    summary: 'A number has no unit.',
    advice: 'Write what the number counts: “24 hours”, “14 characters”.',
  },
  number_without_direction: {
    severity: 'warning',
    summary: 'A number does not say whether more or less is allowed.',
    advice:
      'Write “at least”, “at most” or “within” before the number, or “exactly” if nothing else is allowed.',
  },
  undefined_term: {
    severity: 'info',
    summary: 'An abbreviation is defined in no rule and no knowledge file.',
    advice: 'Write the term in full once, or add a knowledge file that defines it.',
  },
  name_differs: {
    severity: 'warning',
    summary: 'The name of the rule says something else than its description.',
    advice: 'Change the name or the description, so that both say the same.',
  },
  if_absent_unlikely: {
    severity: 'warning',
    summary: 'The value of ifAbsent is unusual for such a rule.',
    advice: 'Change ifAbsent, or remove it so that the outcome is undetermined.',
  },
} as const satisfies Record<string, CodeEntry>;

export type LintCode = keyof typeof lintCodes;
