import type { z } from 'zod';
import { citationSchema, matchSchema, pageBoxSchema, stanceSchema } from '../../engine/model/citation.ts';
import {
  acceptanceSchema,
  checkerSchema,
  labelSchema,
  notAssessedReasonSchema,
  outcomeSchema,
  positionSchema,
  reasonSchema,
  reviewSchema,
  searchSchema,
  subjectSchema,
  valueSchema,
} from '../../engine/model/finding.ts';
import { boxSchema, locatorSchema } from '../../engine/model/locator.ts';
import { fileReportSchema, resultSchema, usageSchema, warningSchema } from '../../engine/model/result.ts';
import { recordedRuleSchema, usedRuleSchema } from '../../engine/model/rule.ts';
import { countedAsSchema, readMethodSchema, roleSchema } from '../../engine/model/source.ts';
import {
  changeKindSchema,
  changeSchema,
  claimCheckSchema,
  claimDifferenceSchema,
  diffPartSchema,
  foundPlaceSchema,
  verdictSchema,
  verificationCountsSchema,
  verificationSchema,
  verifiedCitationSchema,
} from '../../engine/model/verification.ts';
import { finding } from '../../src/api/findings/schemas.ts';
import { nameObjects, nameSchema } from '../../src/api/schema-names.ts';
import { auditEntrySchema } from '../../src/domain/audit.ts';

const [confirmed, estimated, notFound, notAssessed] = finding.options;
const [project, file] = subjectSchema.options;
const [readFile, failedFile] = fileReportSchema.options;
const { valueType: counts } = resultSchema.shape.counts.shape.byRule;
const { certificate, prompt, tokens, quotes, exchange } = checkerSchema.shape;

/**
 * The schemas of the engine's model, with the names that they have in the OpenAPI document. Only responses use these
 * schemas.
 */
const parts: [z.ZodType, string][] = [
  [auditEntrySchema.shape.origin, 'AuditOrigin'],
  [auditEntrySchema.shape.record.unwrap(), 'ChangedRecord'],
  [finding, 'Finding'],
  [confirmed, 'ConfirmedFinding'],
  [estimated, 'EstimatedFinding'],
  [notFound, 'NotFoundFinding'],
  [notAssessed, 'NotAssessedFinding'],
  [confirmed.shape.rule, 'CheckedRule'],
  [usedRuleSchema, 'UsedRule'],
  [labelSchema, 'Label'],
  [outcomeSchema, 'Outcome'],
  [reasonSchema, 'Reason'],
  [notAssessedReasonSchema, 'NotAssessedReason'],
  [subjectSchema, 'Subject'],
  [project, 'ProjectSubject'],
  [file, 'FileSubject'],
  [valueSchema, 'Value'],
  [reviewSchema, 'Review'],
  [acceptanceSchema, 'Acceptance'],
  [positionSchema, 'FindingPosition'],
  [positionSchema.shape.tried.element, 'TriedPosition'],
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
  [verificationSchema, 'Verification'],
  [verificationCountsSchema, 'VerificationCounts'],
  [verifiedCitationSchema, 'VerifiedCitation'],
  [verifiedCitationSchema.shape.given, 'GivenCitation'],
  [verdictSchema, 'Verdict'],
  [foundPlaceSchema, 'FoundPlace'],
  [changeSchema, 'Change'],
  [changeKindSchema, 'ChangeKind'],
  [diffPartSchema, 'DiffPart'],
  [claimCheckSchema, 'ClaimCheck'],
  [claimDifferenceSchema, 'ClaimDifference'],
];

/**
 * Registers the names of the model's schemas. The schemas of the API need no registration, because they have an `id`.
 */
export function nameModelParts(): void {
  for (const [schema, id] of parts) nameSchema(schema, id);
  nameObjects(recordedRuleSchema.shape, (field) => `Rule${field}`);
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
