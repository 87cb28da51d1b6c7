import { z } from 'zod';
import { filledText, strict } from '../../api/fields.ts';
import type { AgentService } from '../agent-service.ts';
import { cut, fitting } from '../views/finding.ts';
import { after, rules as ruleList, type Tool, tool } from './tool.ts';

const aside = 600;

export function ruleSetTools(service: AgentService): Tool[] {
  return [
    tool({
      name: 'list_rule_sets',
      title: 'List rule sets',
      description: 'Lists the rule sets that check can use, with their ids and the number of their rules.',
      readOnly: true,
      input: strict({
        search: filledText()
          .optional()
          .meta({ description: 'Only rule sets with this text in the name or description.' }),
        after: after(),
      }),
      async run(query, { characters }) {
        const { items, total, nextCursor } = await service.ruleSets(query);
        const { shown, left } = fitting(
          items.map(({ id, name, description, rules }) => ({
            id,
            name: cut(name, 200),
            description: cut(description, 300),
            rules,
          })),
          characters - aside,
        );
        return { total, ruleSets: shown, ...(left > 0 && { notShown: left }), nextCursor };
      },
    }),
    tool({
      name: 'get_rule_set',
      title: 'Read the rules of a rule set',
      description: 'Returns the rules of a rule set. Long descriptions are cut.',
      readOnly: true,
      input: strict({
        ruleSet: filledText().meta({ description: 'The id of the rule set, from list_rule_sets.' }),
        from: z
          .int()
          .min(1)
          .default(1)
          .meta({ description: 'The number of the first rule to return, from 1.' }),
      }),
      async run({ ruleSet, from }, { characters }) {
        const { id, name, description, rules } = await service.ruleSet(ruleSet);
        const { shown, left } = fitting(
          rules.slice(from - 1).map((rule, index) => ({
            number: from + index,
            name: cut(rule.name, 200),
            description: cut(rule.description, 800),
            ...(rule.severity && { severity: rule.severity }),
            ...(rule.ifAbsent && { ifAbsent: rule.ifAbsent }),
            ...(rule.preferred && { preferred: cut(rule.preferred, 800) }),
            ...(rule.fallbacks && { fallbacks: rule.fallbacks.map((text) => cut(text, 800)) }),
            ...(rule.never && { never: cut(rule.never, 800) }),
          })),
          characters - aside,
        );
        return {
          id,
          name: cut(name, 200),
          description: cut(description, 300),
          total: rules.length,
          rules: shown,
          ...(left > 0 && { nextFrom: from + shown.length }),
        };
      },
    }),
    tool({
      name: 'lint_rules',
      title: 'Find rules that are hard to check',
      description:
        'Finds problems in rules before you check with them: several duties in one rule, vague words, no actor, numbers without ' +
        'a unit, rules that contradict or repeat each other. Each problem says what to do. No model is called, and nothing is stored.',
      readOnly: true,
      input: strict({ rules: ruleList() }),
      async run({ rules }, { characters, canceled, abandoned }) {
        const { problems } = await service.lint(rules, AbortSignal.any([canceled, abandoned]));
        const { shown, left } = fitting(
          problems.map(({ rule, field, code, severity, message, advice }) => ({
            rule: rule + 1,
            ...{ field, code, severity },
            message: cut(message, 400),
            advice: cut(advice, 400),
          })),
          characters - aside,
        );
        return { total: problems.length, problems: shown, ...(left > 0 && { notShown: left }) };
      },
    }),
  ];
}
