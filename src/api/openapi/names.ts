import { z } from 'zod';
import { citationSchema, matchSchema, pageBoxSchema, stanceSchema } from '../../../engine/model/citation.ts';
import {
  checkerSchema,
  findingSchema,
  labelSchema,
  notAssessedReasonSchema,
  outcomeSchema,
  reasonSchema,
  reviewSchema,
  searchSchema,
  subjectSchema,
  valueSchema,
} from '../../../engine/model/finding.ts';
import { boxSchema, locatorSchema } from '../../../engine/model/locator.ts';
import { fileReportSchema, resultSchema, usageSchema, warningSchema } from '../../../engine/model/result.ts';
import { countedAsSchema, readMethodSchema, roleSchema } from '../../../engine/model/source.ts';

const [confirmed, estimated, notFound, notAssessed] = findingSchema.options;
const [project, file] = subjectSchema.options;
const [readFile, failedFile] = fileReportSchema.options;
const { valueType: counts } = resultSchema.shape.counts.shape.byRule;
const { certificate, prompt, tokens, quotes, exchange } = checkerSchema.shape;

/**
 * The schemas of the engine's model, with the names that they have in the OpenAPI document. Only responses use these
 * schemas.
 */
const parts: [z.ZodType, string][] = [
  [findingSchema, 'Finding'],
  [confirmed, 'ConfirmedFinding'],
  [estimated, 'EstimatedFinding'],
  [notFound, 'NotFoundFinding'],
  [notAssessed, 'NotAssessedFinding'],
  [confirmed.shape.rule, 'CheckedRule'],
  [labelSchema, 'Label'],
  [outcomeSchema, 'Outcome'],
  [reasonSchema, 'Reason'],
  [notAssessedReasonSchema, 'NotAssessedReason'],
  [subjectSchema, 'Subject'],
  [project, 'ProjectSubject'],
  [file, 'FileSubject'],
  [valueSchema, 'Value'],
  [reviewSchema, 'Review'],
  [searchSchema, 'Search'],
  [searchSchema.shape.unread.element, 'UnreadFile'],
  [searchSchema.shape.nearest.element, 'NearPassage'],
  [checkerSchema, 'Checker'],
  [certificate.unwrap(), 'Certificate'],
  [prompt.unwrap(), 'PromptVersion'],
  [tokens.unwrap(), 'TokenCounts'],
  [quotes.unwrap(), 'QuoteCounts'],
  [exchange.unwrap().element, 'ModelAnswer'],
  [citationSchema, 'Citation'],
  [citationSchema.shape.source, 'CitedFile'],
  [stanceSchema, 'Stance'],
  [matchSchema, 'Match'],
  [boxSchema, 'Box'],
  [pageBoxSchema, 'PageBox'],
  [locatorSchema, 'Locator'],
  ...locatorSchema.options.map((option): [z.ZodType, string] => [
    option,
    `${capitalized(option.shape.kind.value)}Locator`,
  ]),
  [roleSchema, 'FileRole'],
  [readMethodSchema, 'ReadMethod'],
  [countedAsSchema, 'CountedAs'],
  [fileReportSchema, 'FileReport'],
  [readFile, 'ReadFileReport'],
  [failedFile, 'FailedFileReport'],
  [counts, 'Counts'],
  [counts.shape.labels, 'LabelCounts'],
  [counts.shape.outcomes, 'OutcomeCounts'],
  [resultSchema.shape.counts, 'ResultCounts'],
  [resultSchema.shape.counts.shape.labelsByOutcome.unwrap(), 'LabelsByOutcome'],
  [resultSchema.shape.outputSources.valueType.element, 'OutputSource'],
  [warningSchema, 'Warning'],
  [usageSchema, 'Usage'],
];

/**
 * Registers the names of the model's schemas. The schemas of the API need no registration, because they have an `id`.
 */
export function nameModelParts(): void {
  for (const [schema, id] of parts) z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
