import { z } from 'zod';

/** Maximum length of a rule's name, in UTF-16 code units. The name is the heading of the rule's findings. */
const longestName = 500;
/**
 * Maximum length of a description. A text of many pages is not one duty, and comparing each of its words would take
 * minutes.
 */
const longestDescription = 10_000;
/** Maximum length of a text that is shown in one line, such as the owner of a rule. */
const longestLine = 200;
const longestTag = 50;
const longestReference = 500;
const longestExample = 2_000;
const longestQuote = 10_000;
/** Maximum number of entries in each list of a rule. */
const mostEntries = 20;
/** Each fallback is checked like a rule of its own, which takes time and tokens. */
export const mostFallbacks = 5;

const atMost = (longest: number) => `is longer than ${longest.toLocaleString('en-US')} characters`;

const filled = (longest: number, advice = '') =>
  z
    .string()
    .regex(/\S/, 'needs at least one character that is not a space')
    .max(longest, `${atMost(longest)}${advice}`);

/** The pattern is linear: no character matches both of its first two parts. */
const line = (longest: number) =>
  z
    .string()
    .regex(/^[^\S\r\n]*\S[^\r\n]*$/, 'must be a single line with at least one character that is not a space')
    .max(longest, atMost(longest));

const listOf = (entry: z.ZodString, most = mostEntries) =>
  z.array(entry).max(most, `has more than ${most} entries`);

const requiredFields = () => ({
  name: filled(longestName, '; describe what the rule requires in its description'),
  description: filled(
    longestDescription,
    '; write one duty per rule, and give a longer text as a knowledge file',
  ),
});

/**
 * The fields that a rule can have, in the order in which files show them. To add a field, add it here; files, the API,
 * results and the store then keep it.
 */
const optionalFields = () => ({
  id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
      'must be 1 to 100 letters (A to Z), digits, dots, underscores or hyphens, and begin with a letter or a digit',
    )
    .meta({
      description: 'Identifies the rule in its rule set, even after the rule is renamed or reworded.',
    }),
  kind: z.enum(['duty', 'question']).meta({
    description:
      'Whether documents meet or break the rule (duty) or answer it (question). Unset: its description says so.',
  }),
  ifAbsent: z
    .enum(['violated', 'satisfied'])
    .meta({ description: 'The outcome of the rule if nothing in the files bears on it.' }),
  preferred: filled(longestDescription).meta({
    description:
      'The duty that one wants, checked instead of the description. Unset: the description is the preferred position.',
  }),
  fallbacks: listOf(filled(longestDescription), mostFallbacks).meta({
    description: 'Duties that are acceptable too, the best first. The first one that is met counts.',
  }),
  never: filled(longestDescription).meta({
    description:
      'What is refused in any case, worded as documents would say it. If it is met, the rule is violated.',
  }),
  wording: filled(longestDescription).meta({
    description: 'The clause that one would like to see. Proviso shows it and does not check it.',
  }),
  group: line(longestLine).meta({ description: 'The heading under which the rule belongs.' }),
  modality: z
    .enum(['obligation', 'prohibition', 'permission'])
    .meta({ description: 'Whether the rule requires, forbids or allows something.' }),
  actor: line(longestLine).meta({ description: 'Who must comply with the rule.' }),
  severity: z
    .enum(['critical', 'high', 'medium', 'low'])
    .meta({ description: 'How serious a violation is.' }),
  tags: listOf(line(longestTag)).meta({ description: 'Words by which findings can be filtered.' }),
  owner: line(longestLine).meta({ description: 'Who is responsible for the rule.' }),
  deadline: z.iso
    .date('must be a date of the calendar in the form 2026-12-31')
    .meta({ description: 'The date by which the rule must be met. Proviso shows it and does not check it.' }),
  references: listOf(line(longestReference)).meta({
    description: 'What the rule is based on, such as articles of a law, or links.',
  }),
  examples: z
    .strictObject({ satisfies: listOf(filled(longestExample)), violates: listOf(filled(longestExample)) })
    .exactPartial()
    .meta({ description: 'Texts that satisfy the rule and texts that violate it.' }),
  source: z
    .strictObject({
      file: line(longestName),
      page: z
        .int()
        .min(1, 'must be at least 1')
        .max(1_000_000, 'must be at most 1000000')
        .pipe(z.int())
        .exactOptional()
        .meta({ description: 'Counts from 1.' }),
      clause: line(longestLine).exactOptional(),
      quote: filled(longestQuote),
      leadIn: filled(longestQuote).exactOptional().meta({
        description: 'The words that introduce the list of which the quote is an item.',
      }),
    })
    .meta({ description: 'The place in a policy from which the rule was made, and its words there.' }),
});

/**
 * The fields of a rule as its author writes them. The API, rules files and evaluation cases all parse rules with these
 * fields. Each of them calls this function to get a separate copy, because the API's adapter changes the schemas of
 * requests in place.
 */
export const ruleFields = () => {
  const { id, ...others } = z.object(optionalFields()).exactPartial().shape;
  return { id, ...requiredFields(), ...others };
};

type Changes<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends z.ZodExactOptional<infer Field extends z.core.SomeType>
    ? z.ZodExactOptional<z.ZodNullable<Field>>
    : Fields[Name] extends z.core.SomeType
      ? z.ZodExactOptional<Fields[Name]>
      : never;
};

/**
 * The fields of a change to a rule with these fields: a field that is left out stays as it is, and null removes a field
 * that rules need not have.
 */
export function ruleChangeFields<Fields extends z.ZodRawShape>(fields: Fields): Changes<Fields>;
export function ruleChangeFields(fields: z.ZodRawShape): z.ZodRawShape {
  const changed = Object.entries(fields).map(([name, field]) => {
    if (!(field instanceof z.ZodExactOptional)) return [name, z.exactOptional(field)] as const;
    const inner = field.unwrap();
    const description = `${z.globalRegistry.get(inner)?.description ?? ''} Null removes it.`.trim();
    return [name, z.nullable(inner).meta({ description }).exactOptional()] as const;
  });
  return Object.fromEntries(changed);
}

/** A rule. Unknown fields are rejected, because ignoring one could change the answer. */
export const ruleSchema = z.strictObject(ruleFields());

/** The rules of a rule set. Every id is unique; an error names each rule that has a repeated id. */
export const ruleListSchema = z
  .array(ruleSchema)
  .min(1, 'needs at least one rule')
  .superRefine((rules, context) => {
    for (const { index, message } of repeatedIds(rules))
      context.addIssue({ code: 'custom', path: [index, 'id'], message });
  });

/** For each rule whose id another rule has too: its index in the list, and what is wrong. */
export function repeatedIds(rules: readonly Rule[]): { index: number; message: string }[] {
  const count = new Map<string, number>();
  for (const { id } of rules) if (id !== undefined) count.set(id, (count.get(id) ?? 0) + 1);
  return rules.flatMap(({ id }, index) => {
    const uses = id === undefined ? 1 : (count.get(id) ?? 1);
    return uses === 1
      ? []
      : [{ index, message: `${id} is the id of ${uses} rules: give every rule its own id` }];
  });
}

/**
 * A rule as records contain it. An earlier release can have stored a name or a description that is longer than one that
 * this release accepts.
 */
export const recordedRuleSchema = z.object({
  ...ruleFields(),
  name: z.string(),
  description: z.string(),
});

/** A rule as a run used it, with its key and its position from 0. */
export const usedRuleSchema = recordedRuleSchema.extend({ key: z.string(), index: z.int().min(0) });

/** Matches a question mark at the end of a sentence, and a request for a fact: "Identify the deadline for payment." */
const asking =
  /\?["”’»)\]]*(?:\s|$)|^\W*(?:please\s+)?(?:identify|extract|determine|what|which|does|welche[rnms]?|nennen?|ermitteln?|was|quel(?:le)?s?|identifie[rz]|indique[rz]|qué|cuál(?:es)?|identifi(?:car|que)|indi(?:car|que))(?!\p{L})/iu;

type Positions = Pick<Rule, 'preferred' | 'fallbacks' | 'never'>;

/** Whether each position of a rule is checked, instead of its description alone. */
export function hasPositions({ preferred, fallbacks = [], never }: Positions): boolean {
  return preferred !== undefined || fallbacks.length > 0 || never !== undefined;
}

/** What a rule is, by its `kind` or else by the form of its description. A rule with positions is a duty. */
export function kindOf(rule: Pick<Rule, 'kind' | 'description'> & Positions): 'duty' | 'question' {
  if (hasPositions(rule)) return 'duty';
  return rule.kind ?? (asking.test(rule.description) ? 'question' : 'duty');
}

/** The rule of a finding: without `examples` and `source`, which `rules` of the result has. */
export const findingRuleSchema = usedRuleSchema.omit({ examples: true, source: true });

export const scopeSchema = z.enum(['together', 'each']);

export type Rule = z.infer<typeof ruleSchema>;
export type FindingRule = z.infer<typeof findingRuleSchema>;
/** A change to a rule: null removes a field. */
export type RuleChange = z.infer<z.ZodObject<Changes<ReturnType<typeof ruleFields>>>>;
export type Scope = z.infer<typeof scopeSchema>;

/** The rule with a change applied: fields that are null in the change are removed. */
export function ruleWith(rule: Rule, change: RuleChange): Rule {
  const fields = Object.entries({ ...rule, ...change }).filter(([, value]) => value !== null);
  return recordedRuleSchema.parse(Object.fromEntries(fields));
}

/** A rule with its index and its key: its id, or a hash of what decides its answer. */
export type KeyedRule = Rule & { key: string; index: number };

/** The rule as its findings contain it. */
export function findingRule({ examples: _, source: _source, ...rule }: KeyedRule): FindingRule {
  return { ...rule, kind: kindOf(rule) };
}
