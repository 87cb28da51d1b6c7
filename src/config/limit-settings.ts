import { listLimits } from '../domain/records/list-limits.ts';
import { mostRuleSetBytes, ruleSetBytes } from '../domain/records/rule-set-size.ts';
import { count } from './kinds.ts';

/** The limits of the service, and how long it keeps what it stores. */
export const limitSettings = {
  LIMIT_BODY_BYTES: count(
    '1048576',
    'Maximum bytes of a JSON body, not counting the text files in it.',
    1_024,
  ),
  LIMIT_BODY_VALUES: count('20000', 'Maximum JSON values in a body.', 100, 10_000_000),
  LIMIT_TEXT_BYTES: count('5242880', 'Maximum bytes of a text file in a request.', 1, 100_000_000),
  LIMIT_UPLOAD_BYTES: count('209715200', 'Maximum bytes of an uploaded or fetched file.', 1, 10_000_000_000),
  LIMIT_FILE_CHARACTERS: count('16777216', 'Maximum characters in one file and the files inside it.', 1_000),
  LIMIT_REQUEST_LINK_SECONDS: count(
    '60',
    'Maximum seconds for all links of a request that verifies citations, finds rules or estimates a run.',
    1,
    3_600,
  ),
  LIMIT_RUN_LINK_SECONDS: count('3600', 'Maximum seconds for all links of a run.', 1, 86_400),
  LIMIT_REPORT_BYTES: count('16777216', 'Maximum bytes of findings in one report.', 1_024),
  LIMIT_REPORT_FINDINGS: count('10000', 'Maximum findings in one report.'),
  LIMIT_REPORT_SECONDS: count(
    '120',
    'Maximum seconds for making a report or a bundle, or for comparing two runs.',
    1,
    3_600,
  ),
  LIMIT_BUNDLE_BYTES: count('1073741824', 'Maximum bytes of one bundle.', 1_024, 4_294_967_295),
  LIMIT_REPORT_PICTURES: count(
    '1000',
    'Maximum cited places in one report, as pictures or text.',
    0,
    100_000,
  ),
  LIMIT_REPORT_PICTURE_BYTES: count('6500000', 'Maximum bytes of the cited places in one report.', 0),
  LIMIT_ANSWER_BYTES: count('4194304', 'Maximum bytes of records or findings in one response.', 1_024),
  LIMIT_RULES: count(String(listLimits.rules), 'Maximum rules in a rule set.'),
  LIMIT_RULE_SET_BYTES: count(
    String(ruleSetBytes),
    'Maximum bytes of a rule set as JSON.',
    1_024,
    mostRuleSetBytes,
  ),
  LIMIT_KNOWLEDGE_FILES: count(String(listLimits.knowledgeFiles), 'Maximum knowledge files in a rule set.'),
  LIMIT_RECIPIENTS: count(String(listLimits.recipients), 'Maximum entries in contactNotifications.'),
  LIMIT_METADATA: count(String(listLimits.metadata), 'Maximum entries in the metadata of a record.'),
  LIMIT_FILES: count(String(listLimits.files), 'Maximum input files in a project.'),
  LIMIT_CITATIONS: count(String(listLimits.citations), 'Maximum citations in a request to verify them.'),
  LIMIT_QUOTE_CHARACTERS: count('20000', 'Maximum characters of a quote in a request to verify citations.'),
  LIMIT_POLITICS: count('1000', 'Maximum rule sets per workspace.'),
  LIMIT_PROJECTS: count('10000', 'Maximum projects per workspace.'),
  LIMIT_UNENDED_RUNS: count('200', 'Maximum waiting and active runs per workspace.'),
  LIMIT_TOKENS: count('50', 'Maximum API tokens per user, not counting revoked and expired tokens.'),
  LIMIT_STORED_BYTES: count(
    '10737418240',
    'Maximum bytes of all files of a workspace, including texts and fetched files.',
    1,
    1_000_000_000_000_000 - 1,
  ),
  LIMIT_WORKSPACES: count('20', 'Maximum workspaces that one user can create beside the own one.'),
  LIMIT_STREAMS: count('50', 'Maximum open event streams per user, on all servers together.'),
  LIMIT_SERVER_STREAMS: count('1000', 'Maximum open event streams per server, of all users together.'),
  LIMIT_MCP_CHARACTERS: count(
    '20000',
    'Maximum characters of an answer to an agent (Model Context Protocol).',
    6_000,
    1_000_000,
  ),
  LIMIT_MCP_WAIT_SECONDS: count('45', 'Maximum seconds that a call of an agent waits for a check.', 1, 3_600),
  LIMIT_PAGES: count('20000', 'Maximum pages in all files of a run.'),
  LIMIT_OUTPUT_FORMAT_BYTES: count('65536', 'Maximum bytes of an outputFormat as JSON.', 1, 1_000_000),
  LIMIT_OUTPUT_BYTES: count(
    '4194304',
    'Maximum bytes of an output as JSON, with its sources and gaps.',
    1_024,
    256_000_000,
  ),
  LIMIT_OUTPUT_SECONDS: count('5', 'Maximum seconds for making an output.', 1, 600),
  LIMIT_MESSAGES_PER_DAY: count('1000', 'Maximum notifications per workspace within 24 hours.'),
  LIMIT_REQUESTS_PER_MINUTE: count(
    '600',
    'Maximum requests per minute of one user, for all API tokens, sessions and servers together.',
  ),
  LIMIT_SIGN_INS_PER_HOUR: count(
    '20',
    'Maximum password attempts per hour from one address, on all servers together; all IPv6 addresses of a /64 count as one address.',
  ),
  LIMIT_WEBHOOK_TESTS_PER_HOUR: count(
    '60',
    'Maximum tests of webhooks and rotations of their keys per hour of one user, on all servers together.',
  ),
  KEEP_AUDIT_DAYS: count('365', 'Days to keep an entry of the audit log.'),
  KEEP_RUNS_DAYS: count(
    '90',
    'Days to keep an ended run that nobody has signed off, with its findings and files.',
  ),
  KEEP_TEXTS_DAYS: count('30', 'Days for which the extracted text of a file is kept after its last use.'),
};

export type LimitSettings = { [Name in keyof typeof limitSettings]: number };
