import { z } from 'zod';
import { ProvisoError } from '../engine/model/errors.ts';
import { listLimits } from './domain/list-limits.ts';
import { nearName } from './domain/near-name.ts';
import {
  type About,
  abouts,
  amount,
  count,
  list,
  mongodbUrl,
  oneOf,
  optional,
  origin,
  prices,
  publicUrl,
  redisUrl,
  secret,
  setting,
  smtpUrl,
  text,
} from './setting.ts';

const settingsSchema = z.object({
  PORT: count('3000', 'TCP port the server listens on; 0 takes any free one.', 0, 65_535),
  HOST: text('127.0.0.1', 'an address of this machine', 'Where the server listens; 0.0.0.0 lets others in.'),
  PUBLIC_URL: setting(publicUrl, {
    fallback: '',
    allowed: 'an http(s) URL without query, or nothing',
    about: 'How users reach the server; links to files start with it. Nothing: http://localhost:PORT.',
  }),
  DATA_DIR: text('./data', 'a folder', 'Everything the service keeps: records, files, what was read.'),
  MONGODB_URL: setting(mongodbUrl, {
    fallback: '',
    allowed: 'a mongodb:// or mongodb+srv:// connection string, or nothing',
    about: 'The MongoDB that keeps the records. Nothing: SQLite in DATA_DIR.',
    secret: 'not set',
  }),
  MONGODB_POOL: count('20', 'Connections to MongoDB a process opens at most.', 1, 1_000),
  MONGODB_TIMEOUT_SECONDS: count('5', 'Seconds MongoDB has to answer before requests get 503.', 1, 300),
  REDIS_URL: setting(redisUrl, {
    fallback: '',
    allowed: 'a redis:// or rediss:// URL, or nothing',
    about:
      'The Redis by which machines wake each other and count requests. Nothing: workers of other machines look for runs every two seconds, and requests are counted with the records.',
    secret: 'not set',
  }),
  S3_BUCKET: setting(optional, {
    fallback: '',
    allowed: 'the name of a bucket, or nothing',
    about: 'The S3 bucket that keeps uploaded files. Nothing: they are kept in DATA_DIR.',
  }),
  S3_ENDPOINT: setting(publicUrl, {
    fallback: '',
    allowed: 'an http(s) URL without query, or nothing',
    about: "The server of the bucket, such as http://localhost:9000. Nothing: Amazon's own.",
  }),
  S3_REGION: text('us-east-1', 'the name of a region', 'The region of the bucket.'),
  S3_ACCESS_KEY_ID: setting(optional, {
    fallback: '',
    allowed: 'the id of a key, or nothing',
    about: "Who asks for the files. Nothing: what Amazon's own tools would use on this machine.",
  }),
  S3_SECRET_ACCESS_KEY: setting(optional, {
    fallback: '',
    allowed: 'the secret of the key, or nothing',
    about: 'The secret of S3_ACCESS_KEY_ID.',
    secret: 'not set',
  }),
  S3_PATH_STYLE: oneOf(
    ['auto', 'yes', 'no'],
    'Whether the bucket stands in the path of URLs: auto says yes with S3_ENDPOINT and no without.',
  ),
  S3_PUBLIC_URL: setting(publicUrl, {
    fallback: '',
    allowed: 'an http(s) URL without query, or nothing',
    about:
      'Where anyone can read the bucket, such as a CDN: readers of files are sent there. Nothing: nowhere.',
  }),
  S3_SIGNED_SECONDS: count(
    '0',
    'Seconds that URLs are good for by which readers fetch files from S3_ENDPOINT; 0: files go through the server.',
    0,
    604_800,
  ),
  SECRET: setting(secret, {
    fallback: '',
    allowed: 'at least 32 characters, or nothing',
    about: 'Signs sessions. Nothing: one is made at the first start and kept in DATA_DIR/secret.',
    secret: 'made at the first start',
  }),
  SIGN_UP: oneOf(
    ['first', 'open', 'closed'],
    'Who may make an account on the page: the first visitor, anyone, nobody.',
  ),
  SESSION_DAYS: count('7', 'Days after which a sign-in that is not used ends.', 1, 365),
  LOG_LEVEL: oneOf(
    ['info', 'debug', 'warn', 'error', 'fatal', 'silent'],
    'How much is logged to standard error.',
  ),
  TRUST_PROXY: count('0', 'Proxies in front of the server whose X-Forwarded-For is believed.', 0, 10),
  CORS_ORIGINS: list(
    'origins such as https://app.example.com, or * for any',
    'Other origins whose pages may call the API with a token. Nothing: none.',
    origin,
  ),
  WORKERS: count('1', 'Runs this process works on at a time; 0 leaves them to other processes.', 0, 64),
  DRAIN_SECONDS: count(
    '8',
    'Seconds a server that stops still takes requests after /readyz fails, where anyone asks it, so that proxies can turn away.',
    0,
    600,
  ),
  SHUTDOWN_SECONDS: count('20', 'Seconds that requests get to finish when the server stops.', 1, 600),
  FETCH_ALLOW_HOSTS: list(
    'host names, *.suffixes, addresses or CIDR blocks',
    'Hosts that the URLs of users may name although they are private.',
  ),
  FETCH_DENY_ADDRESSES: list(
    'addresses or CIDR blocks',
    'Addresses that the URLs of users never reach, such as your own front doors.',
  ),
  FETCH_HOST_REQUESTS: count(
    '2',
    'Requests under way at a time to one host of a link, in each process.',
    1,
    100,
  ),
  FETCH_HOST_SPACING_MS: count(
    '250',
    'Milliseconds between the beginnings of two requests to one host of a link.',
    0,
    60_000,
  ),
  MODEL: setting(optional, {
    fallback: '',
    allowed: 'a model of the server, or provider:model, or nothing',
    about: 'The language model that checks rules. Nothing: rules are checked by their words alone.',
  }),
  OPENAI_BASE_URL: setting(publicUrl, {
    fallback: '',
    allowed: 'an http(s) URL without query, or nothing',
    about:
      "A server that speaks the OpenAI protocol, such as http://localhost:11434/v1. Nothing: OpenAI's own.",
  }),
  OPENAI_API_KEY: setting(optional, {
    fallback: '',
    allowed: 'a key, or nothing',
    about: 'The key for the model server.',
    secret: 'not set',
  }),
  EMBEDDING_MODEL: setting(optional, {
    fallback: '',
    allowed: 'an embedding model of the server, or nothing',
    about:
      'The model by which passages are also searched by what they mean. Nothing: they are searched by words alone.',
  }),
  EMBEDDING_BASE_URL: setting(publicUrl, {
    fallback: '',
    allowed: 'an http(s) URL without query, or nothing',
    about: 'A server of its own for EMBEDDING_MODEL. Nothing: the one of OPENAI_BASE_URL.',
  }),
  EMBEDDING_API_KEY: setting(optional, {
    fallback: '',
    allowed: 'a key, or nothing',
    about: 'The key for EMBEDDING_BASE_URL. Without that URL, nothing: OPENAI_API_KEY.',
    secret: 'not set',
  }),
  EMBEDDING_SHARE: amount(
    'What meaning counts against words in the order of passages; 0 is words alone, 1 meaning alone. Nothing: 0.4.',
    1,
  ),
  EMBEDDING_PRICE: amount(
    'What a million tokens of EMBEDDING_MODEL cost, in the currency of MODEL_PRICES. Nothing: not told.',
    1_000_000,
  ),
  TRANSCRIPTION_MODEL: setting(optional, {
    fallback: '',
    allowed: 'a model of the server, or nothing',
    about:
      'The model that writes down recordings, at the same server. Nothing: they are read by their subtitles alone.',
  }),
  TRANSCRIPTION_TIMEOUT_SECONDS: count('600', 'Seconds it has for ten minutes of a recording.', 1, 3_600),
  VISION_MODEL: setting(optional, {
    fallback: '',
    allowed: 'a model of the server, or provider:model, or nothing',
    about: 'The model that says what pictures show, at the same server. Nothing: their words alone are read.',
  }),
  OCR_LANGUAGES: list(
    'languages as Tesseract names them, such as eng,deu, each with its package installed',
    'The languages pictures and scans are read in, the most likely one first. Nothing: English.',
  ),
  PAGE_LAYOUT: oneOf(
    ['auto', 'off'],
    'Whether LibreOffice, where it is installed, finds the pages of DOCX, DOC, ODT and RTF; else they are cited by heading and paragraph.',
  ),
  MODEL_CONCURRENCY: count('8', 'Calls to the model under way at a time, in each process.', 1, 1_000),
  MODEL_TOKENS_PER_MINUTE: count(
    '0',
    'Tokens a minute sent to the model and expected back; 0 for no limit.',
    0,
  ),
  MODEL_TIMEOUT_SECONDS: count('120', 'Seconds the model has for one answer.', 1, 3_600),
  MODEL_READ_TOKENS: count(
    '60000',
    'Tokens of documents that one call may hold; what fits is read whole.',
    1_000,
    10_000_000,
  ),
  MODEL_PRICES: setting(prices, {
    fallback: '',
    allowed:
      'prices of a million tokens, input,output or input,output,cached, such as 2.5,10,1.25, or nothing',
    about: 'What the model costs, in any currency. Nothing: costs are not told.',
  }),
  RUN_BUDGET_TOKENS: count('0', 'Tokens one run may use of the model; 0 for no limit.', 0),
  PROMPTS_DIR: setting(optional, {
    fallback: '',
    allowed: 'a folder, or nothing',
    about: 'Your own versions of the prompts, beside ours.',
  }),
  PROMPT_VERSIONS: setting(z.string(), {
    fallback: '',
    allowed: 'names such as rule-check@2, separated by commas, or nothing',
    about: 'Which versions of the prompts to use. Nothing: the newest of ours.',
  }),
  PROVISO_ALLOW_TRACING: oneOf(
    ['0', '1'],
    'Whether LangChain may send the text of documents, rules and answers to the endpoint that its LANGSMITH_ variables name: 0 ignores its tracing switches.',
  ),
  SMTP_URL: setting(smtpUrl, {
    fallback: '',
    allowed: 'smtp://user:password@host:port or smtps://…, or nothing',
    about: 'The mail server that takes messages about ended runs. Nothing: no email is sent.',
    secret: 'not set',
  }),
  SMTP_FROM: text('Proviso <proviso@localhost>', 'a mail address', 'Who these messages come from.'),
  LIMIT_BODY_BYTES: count('1048576', 'Bytes of a JSON body, apart from the text that files carry.', 1_024),
  LIMIT_TEXT_BYTES: count('5242880', 'Bytes of the content of a text file.', 1, 100_000_000),
  LIMIT_UPLOAD_BYTES: count('209715200', 'Bytes of a file that is uploaded or fetched.', 1, 10_000_000_000),
  LIMIT_FILE_CHARACTERS: count('16777216', 'Characters read of one file, with all files in it.', 1_000),
  LIMIT_REPORT_BYTES: count('16777216', 'Bytes of the findings in one report.', 1_024),
  LIMIT_ANSWER_BYTES: count('4194304', 'Bytes of the records or findings in one answer; more follow.', 1_024),
  LIMIT_RULES: count(String(listLimits.rules), 'Rules of a politics.'),
  LIMIT_KNOWLEDGE_FILES: count(String(listLimits.knowledgeFiles), 'Knowledge files of a politics.'),
  LIMIT_RECIPIENTS: count(String(listLimits.recipients), 'Entries of contactNotifications.'),
  LIMIT_FILES: count(String(listLimits.files), 'Input files of a project.'),
  LIMIT_POLITICS: count('1000', 'Politics of a user.'),
  LIMIT_PROJECTS: count('10000', 'Projects of a user.'),
  LIMIT_UNENDED_RUNS: count('200', 'Runs of a user that wait or are worked on.'),
  LIMIT_TOKENS: count('50', 'API tokens of a user that are neither revoked nor expired.'),
  LIMIT_STORED_BYTES: count(
    '10737418240',
    'Bytes of all files of a user: uploads, texts, and what links gave to runs.',
    1,
    1_000_000_000_000_000 - 1,
  ),
  LIMIT_STREAMS: count('50', 'Event streams a user has open, over all servers.'),
  LIMIT_SERVER_STREAMS: count('1000', 'Event streams a server keeps open, of all users.'),
  LIMIT_PAGES: count('20000', 'Pages over all files of a run.'),
  LIMIT_OUTPUT_FORMAT_BYTES: count('65536', 'Bytes of an outputFormat as JSON.', 1, 1_000_000),
  LIMIT_OUTPUT_BYTES: count(
    '4194304',
    'Bytes of an output as JSON, with its sources and gaps.',
    1_024,
    256_000_000,
  ),
  LIMIT_OUTPUT_SECONDS: count('20', 'Seconds to fill an outputFormat at the end of a run.', 1, 600),
  LIMIT_MESSAGES_PER_DAY: count('1000', 'Messages about ended runs made for a user within a day.'),
  LIMIT_REQUESTS_PER_MINUTE: count(
    '600',
    'Requests a minute of one user, over all API tokens, sessions and servers.',
  ),
  LIMIT_SIGN_INS_PER_HOUR: count(
    '20',
    'Passwords tried an hour from one address, over all servers; of IPv6, from one /64.',
  ),
  KEEP_RUNS_DAYS: count('90', 'Days an ended run is kept, with its findings, messages and files.'),
  KEEP_TEXTS_DAYS: count('30', 'Days after its last use that the text read of a file is kept.'),
});

/** Every setting, read and checked. */
export type Config = Readonly<z.output<typeof settingsSchema>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings of the environment; what is not set, or set to nothing, has its default.
 * Throws `ProvisoError` `bad_setting` naming every wrong setting and what is allowed, or those that do not go together.
 */
export function readConfig(environment: Environment): Config {
  const given = Object.entries(environment).flatMap(([name, value]) => {
    const trimmed = value?.trim();
    return trimmed ? [[name, trimmed] as const] : [];
  });
  const parsed = settingsSchema.safeParse(Object.fromEntries(given));
  if (parsed.success) {
    requireTogether(parsed.data);
    return parsed.data;
  }
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  const problems = [...wrong].map((name) => {
    const { allowed, secret } = aboutOf(name);
    return `${name}${secret ? '' : ` is "${environment[name]}", which`} is not allowed: give ${allowed}`;
  });
  throw new ProvisoError('bad_setting', problems.join('\n'));
}

/** Throws `bad_setting` for settings of the bucket that make no sense without another. */
function requireTogether(config: Config): void {
  const bucketless = (
    ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PUBLIC_URL'] as const
  ).filter((name) => config[name] !== null);
  if (config.S3_BUCKET === null && bucketless.length > 0) {
    throw new ProvisoError(
      'bad_setting',
      `${bucketless.join(', ')} given without S3_BUCKET: name the bucket`,
    );
  }
  if ((config.S3_ACCESS_KEY_ID === null) !== (config.S3_SECRET_ACCESS_KEY === null)) {
    throw new ProvisoError('bad_setting', 'give S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY both, or neither');
  }
}

/** One line for each setting with its value; of secrets only whether they are set. */
export function describeConfig(config: Config): string[] {
  return Object.entries(config).map(([name, value]) => {
    const { secret } = aboutOf(name);
    if (secret) return `${name}=(${value === null ? secret : 'set'})`;
    return `${name}=${Array.isArray(value) ? value.join(',') : (value ?? '')}`;
  });
}

/** A sentence for each variable of the environment whose name looks like a setting that was misspelt. */
export function misspelt(environment: Environment): string[] {
  const names = Object.keys(settingsSchema.shape);
  return Object.keys(environment).flatMap((name) => {
    // Build tools set MODE; it is nobody's misspelt MODEL.
    if (names.includes(name) || name === 'MODE') return [];
    const near = nearName(name, names);
    if (near !== null) return [`${name} is not a setting: did you mean ${near}?`];
    const family = ['LIMIT_', 'FETCH_', 'S3_'].some((start) => name.startsWith(start));
    return family ? [`${name} is not a setting: see .env.example for those there are`] : [];
  });
}

/** The text of `.env.example`: every setting with what it means, what is allowed, and its default. */
export function environmentExample(): string {
  const entries = Object.keys(settingsSchema.shape).map((name) => {
    const { about, allowed, fallback } = aboutOf(name);
    return `# ${about}\n# Allowed: ${allowed}.\n${name}=${fallback}\n`;
  });
  return `# Every setting of Proviso with its default. Copy to .env and change what you need.\n\n${entries.join('\n')}`;
}

function aboutOf(name: string): About {
  const shape: Readonly<Record<string, z.ZodType>> = settingsSchema.shape;
  const found = shape[name] && abouts.get(shape[name]);
  if (!found) throw new ProvisoError('bad_setting', `${name} is no setting`);
  return found;
}
