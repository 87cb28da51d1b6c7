import type { Finding } from '../../model/finding.ts';
import type { Json } from '../../model/result.ts';
import { answerParent } from '../../sandbox/answer-parent.ts';
import { startGuard } from '../../sandbox/guard.ts';
import type { FormatProblem } from '../schema/check-size.ts';
import { isJsonSchema } from '../schema/from-schema.ts';
import { schemaProblems } from '../shape.ts';
import { shapeByChoices } from '../shape-by-choices.ts';
import type { Question, Reply } from './protocol.ts';

let findings: Finding[] = [];

async function answer(question: Question): Promise<Reply> {
  switch (question.ask) {
    case 'ready':
      return { reply: 'ready' };
    case 'check':
      return { reply: 'checked', problems: JSON.stringify(problemsOf(JSON.parse(question.format))) };
    case 'take':
      findings.push(...question.findings);
      return { reply: 'ready' };
    case 'shape': {
      const { format, choices, limits } = question;
      const taken = findings;
      findings = [];
      return {
        reply: 'shaped',
        shaped: JSON.stringify(shapeByChoices(JSON.parse(format), taken, choices, limits)),
      };
    }
  }
}

function problemsOf(format: Json): FormatProblem[] {
  return isJsonSchema(format) ? schemaProblems(format) : [];
}

startGuard();
answerParent(answer);
