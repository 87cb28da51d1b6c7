export { analyze, analyzeInto, type ResultHead } from './analyze.ts';
export { ownCertificates, readCertificates } from './check/certificates.ts';
export type { Checker } from './check/checker.ts';
export { fitWeights, heldOutWeights, type ScoredRule } from './check/lexical/learned/scored-rules.ts';
export { createLexicalChecker, measuredRule } from './check/lexical/lexical-checker.ts';
export { type ModelCheckerSettings, openModelChecker } from './check/model/model-checker.ts';
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
export { type FileFormat, hasMagic, type Magic } from './load/formats/format.ts';
export { formatOfHead, formatOfName, supportedExtensions } from './load/formats/formats.ts';
export { openRecognition } from './load/image/ocr/languages.ts';
export { openVision } from './load/image/vision/open-vision.ts';
export { libreOffice } from './load/layout/libre-office.ts';
export { closeLoading } from './load/load-source.ts';
export { inMemorySourceCache, openLocalFile } from './load/local-files.ts';
export { hasFfmpeg } from './load/media/ffmpeg.ts';
export { localJob, localPorts } from './local.ts';
export type { Citation } from './model/citation.ts';
export { CheckFailure, ProvisoError, ReadFailure } from './model/errors.ts';
export type { Finding } from './model/finding.ts';
export { keyRules } from './model/keys.ts';
export type { Locator } from './model/locator.ts';
export type { Result } from './model/result.ts';
export type { Rule } from './model/rule.ts';
export type {
  Clock,
  CustomFileType,
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
export type { FindingKeeper } from './run-findings.ts';
export { confinement } from './sandbox/confinement.ts';
