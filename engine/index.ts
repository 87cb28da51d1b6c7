export { ownCertificates, readCertificates } from './check/certificates.ts';
export type { Checker } from './check/checker.ts';
export { type ModelCheckerSettings, openModelChecker } from './check/model/model-checker.ts';
export { createWordsChecker } from './check/words/words-checker.ts';
export { youTubeVideoIn } from './cite/link-to.ts';
export { type Estimate, estimateRun } from './estimate.ts';
export {
  type AnalysisEvent,
  type AnalyzeOptions,
  defaultLimits,
  type Job,
  type JobFile,
  type Limits,
} from './job.ts';
export {
  type AnswerCache,
  type CachedAnswer,
  cachedAnswerSchema,
  inMemoryAnswerCache,
} from './llm/answer-cache.ts';
export { type Embedder, openEmbedder } from './llm/embedding/embedder.ts';
export { ModelFailure } from './llm/model-failure.ts';
export { parsePrices } from './llm/prices.ts';
export { tryEmbeddings, tryModel } from './llm/try-endpoint.ts';
export { type DrawOptions, drawPlaces } from './load/drawing/draw-places.ts';
export { type FileFormat, hasMagic, type Magic } from './load/formats/format.ts';
export { formatOfHead, formatOfName, supportedExtensions } from './load/formats/formats.ts';
export { openRecognition } from './load/image/ocr/languages.ts';
export { openVision } from './load/image/vision/open-vision.ts';
export { libreOffice } from './load/layout/libre-office.ts';
export { locateOnPages, type OfficeQuote, officeLayout } from './load/layout/quotes-on-pages.ts';
export type { LoadPorts } from './load/load-source.ts';
export { closeLoading } from './load/load-source.ts';
export { inMemorySourceCache, noSourceCache, openLocalFile } from './load/local-files.ts';
export { hasFfmpeg } from './load/media/ffmpeg.ts';
export { tryReading } from './load/try-reading.ts';
export { localFiles, localJob, localPorts } from './local.ts';
export type { Citation } from './model/citation.ts';
export { CheckFailure, ProvisoError, ReadFailure } from './model/errors.ts';
export type { Finding } from './model/finding.ts';
export { keyRules } from './model/keys.ts';
export type { Locator } from './model/locator.ts';
export type { Result } from './model/result.ts';
export type { Rule } from './model/rule.ts';
export type { GivenCitation, Verdict, Verification, VerifiedCitation } from './model/verification.ts';
export { analyze, analyzeInto, type ResultHead } from './pipeline.ts';
export type {
  Clock,
  CustomFileType,
  OfficeFile,
  OpenedSource,
  OpenSource,
  PageLayout,
  Ports,
  Recognition,
  SourceCache,
  Transcriber,
  Vision,
} from './ports.ts';
export { parsePromptChoice, promptProblem, readPrompts } from './prompts/prompt-library.ts';
export { namedPlaces, namesUnknownTo, nearestPlaces, type Places } from './redline/places.ts';
export { redlineWordApart } from './redline/process/redline-apart.ts';
export {
  changedQuote,
  type ProposedChange,
  proposeChanges,
  type Quoted,
  redlineText,
} from './redline/propose.ts';
export { openProposer, type SentenceProposer } from './redline/propose-sentence.ts';
export { type Mark, type Redlined, redlineWord } from './redline/redline-word.ts';
export type { Extraction, FoundRule, LeftOut } from './rules/extract/model.ts';
export { extractionLimits, type RulesFromJob, rulesFrom } from './rules/extract/rules-from.ts';
export { type LintCode, lintCodes, type Severity } from './rules/lint/codes.ts';
export { type LintOptions, lintRules } from './rules/lint/lint-rules.ts';
export type { LintFix, LintProblem } from './rules/lint/problem.ts';
export { lintRulesApart } from './rules/process/rules-apart.ts';
export { type TestedExample, testExamples } from './rules/test-examples.ts';
export { compareVersions } from './rules/versions/compare-versions.ts';
export type { RuleVersion, VersionComparison, VersionKind } from './rules/versions/model.ts';
export type { FindingKeeper } from './run-findings.ts';
export { confinement, unconfinedPrograms } from './sandbox/confinement.ts';
export type { Adapter, AnswerRead, ReadCitation } from './verify/adapters/adapter.ts';
export { adapters, readAnswers } from './verify/adapters/read-answers.ts';
export {
  type VerificationJob,
  type VerifyOptions,
  verificationLimits,
  verifyCitations,
} from './verify/verify-citations.ts';
