import { z } from 'zod';
import {
  amount,
  arePrices,
  count,
  emailDomain,
  isIssuer,
  isMongodbUrl,
  isRedisUrl,
  isSmtpUrl,
  list,
  longSecret,
  names,
  oneOf,
  optional,
  origin,
  text,
  url,
} from './kinds.ts';
import { limitSettings } from './limit-settings.ts';

/** The settings for models and for programs that read files, and the monthly budgets. */
export const modelSettings = {
  MODEL: optional(
    'a model of the server, or provider:model',
    'The language model that checks rules. Unset: rules are checked without a model, by comparing words.',
  ),
  OPENAI_BASE_URL: url(
    'A server that speaks the OpenAI protocol, such as http://localhost:11434/v1. Unset: OpenAI.',
  ),
  OPENAI_API_KEY: optional('a key', 'The key for the model server.', { secret: 'not set' }),
  EMBEDDING_MODEL: optional(
    'an embedding model of the server',
    'The model for searching passages by meaning as well as by words. Unset: Proviso searches by words alone.',
  ),
  EMBEDDING_BASE_URL: url('A separate server for EMBEDDING_MODEL. Unset: OPENAI_BASE_URL.'),
  EMBEDDING_API_KEY: optional(
    'a key',
    'The key for EMBEDDING_BASE_URL. If that URL is unset, OPENAI_API_KEY is used instead.',
    { secret: 'not set' },
  ),
  EMBEDDING_SHARE: amount(
    'The weight of meaning against words when passages are ranked: 0 ranks by words alone, 1 by meaning alone. Unset: 0.4.',
    1,
  ),
  EMBEDDING_PRICE: amount(
    'The price of a million tokens of EMBEDDING_MODEL, in the currency of MODEL_PRICES. Unset: the cost is not shown.',
    1_000_000,
  ),
  TRANSCRIPTION_MODEL: optional(
    'a model of the server',
    'The model that transcribes recordings, at OPENAI_BASE_URL. Unset: only the subtitles of recordings are read.',
  ),
  TRANSCRIPTION_TIMEOUT_SECONDS: count(
    '600',
    'Seconds to wait for the transcript of ten minutes of a recording.',
    1,
    3_600,
  ),
  VISION_MODEL: optional(
    'a model of the server, or provider:model',
    'The model that describes pictures, at OPENAI_BASE_URL. Unset: only the words in pictures are read.',
  ),
  OCR_LANGUAGES: list(
    'Tesseract language codes such as eng,deu, each with its package installed',
    'The languages of text in pictures and scans, the most likely one first. Unset: English.',
  ),
  PAGE_LAYOUT: oneOf(
    ['auto', 'off'],
    'Whether LibreOffice, if it is installed, determines the pages of DOCX, DOC, ODT and RTF files; otherwise they are cited by heading and paragraph.',
  ),
  MODEL_CONCURRENCY: count('8', 'Concurrent calls to the model, per process.', 1, 1_000),
  MODEL_TOKENS_PER_MINUTE: count(
    '0',
    'Maximum tokens per minute: those sent to the model and those expected back. 0 means no limit.',
    0,
  ),
  MODEL_TIMEOUT_SECONDS: count('120', 'Seconds to wait for one answer of the model.', 1, 3_600),
  MODEL_READ_TOKENS: count(
    '60000',
    'Maximum tokens of document text in one call. Documents that fit are sent as a whole.',
    200,
    10_000_000,
  ),
  MODEL_PRICES: optional(
    'prices per million tokens, input,output or input,output,cached, such as 2.5,10,1.25',
    'The prices of the model, in any currency. Unset: costs are not shown.',
    { fits: arePrices },
  ),
  MONTHLY_TOKENS: count(
    '0',
    'Maximum model tokens of one user in a calendar month (UTC); 0 means no limit.',
    0,
  ),
  MONTHLY_COST: amount(
    'Maximum cost of the model calls of one user in a calendar month, by MODEL_PRICES. Unset: no limit.',
    1_000_000_000,
  ),
  RUN_BUDGET_TOKENS: count('0', 'Maximum tokens that one run may use; 0 means no limit.', 0),
  CERTIFICATE_FILE: optional(
    'a file',
    'The certificates of `proviso eval certify`, for your models or your own cases. Unset: only those of this release.',
  ),
  PROMPTS_DIR: optional(
    'a folder',
    'A folder with your own versions of the prompts; they are added to the built-in ones.',
  ),
  PROMPT_VERSIONS: names(
    'names such as rule-check@2',
    'The versions of the prompts to use. Unset: the newest built-in versions.',
  ),
};

/** Every setting, in the order of `.env.example`. */
export const settingsSchema = z.object({
  PORT: count('3000', 'TCP port the server listens on; 0 selects any free port.', 0, 65_535),
  HOST: text(
    '127.0.0.1',
    'an address of this machine',
    'The address the server listens on; 0.0.0.0 accepts requests from other machines.',
  ),
  PUBLIC_URL: url(
    'The URL at which users reach the server; links to files start with it. Unset: http://localhost:PORT.',
  ),
  DATA_DIR: text(
    './data',
    'a folder',
    'The folder for everything the service stores: records, files and extracted text.',
  ),
  MONGODB_URL: optional(
    'a mongodb:// or mongodb+srv:// connection string',
    'The MongoDB that stores the records. Unset: SQLite in DATA_DIR.',
    { fits: isMongodbUrl, secret: 'not set' },
  ),
  MONGODB_POOL: count('20', 'Maximum connections to MongoDB per process.', 1, 1_000),
  MONGODB_TIMEOUT_SECONDS: count('5', 'Seconds to wait for MongoDB before requests fail with 503.', 1, 300),
  REDIS_URL: optional(
    'a redis:// or rediss:// URL',
    'The Redis server that machines use to wake each other and to count requests. Unset: workers on other machines poll for runs every two seconds, and requests are counted in the record store.',
    { fits: isRedisUrl, secret: 'not set' },
  ),
  S3_BUCKET: optional(
    'the name of a bucket',
    'The S3 bucket that stores uploaded files. Unset: they are stored in DATA_DIR.',
  ),
  S3_ENDPOINT: url('The S3 server, such as http://localhost:9000. Unset: Amazon S3.'),
  S3_REGION: text('us-east-1', 'the name of a region', 'The region of the bucket.'),
  S3_ACCESS_KEY_ID: optional(
    'the id of a key',
    'The access key id for the bucket. Unset: the credentials that the AWS tools find on this machine.',
  ),
  S3_SECRET_ACCESS_KEY: optional('the secret of the key', 'The secret of S3_ACCESS_KEY_ID.', {
    secret: 'not set',
  }),
  S3_PATH_STYLE: oneOf(
    ['auto', 'yes', 'no'],
    'Whether URLs have the bucket in their path instead of the host name; auto means yes with S3_ENDPOINT and no without it.',
  ),
  S3_PUBLIC_URL: url(
    'A public URL of the bucket, such as a CDN; requests for files are redirected there. Unset: no redirect.',
  ),
  S3_SIGNED_SECONDS: count(
    '0',
    'Seconds for which signed URLs to files at S3_ENDPOINT are valid; 0 sends files through the server instead.',
    0,
    604_800,
  ),
  SECRET: longSecret(
    'The secret that signs sessions. Unset: Proviso creates one at the first start and stores it in DATA_DIR/secret.',
    'created at the first start',
  ),
  SIGNING_SECRET: longSecret(
    'The secret from which the key that signs bundles is derived; all servers need the same one. Set it to another value to change the key. Unset: SECRET.',
    'the same as SECRET',
  ),
  SIGN_UP: oneOf(
    ['first', 'open', 'closed'],
    'Who may create an account: the first visitor and people who are invited to a workspace, anyone, or no one.',
  ),
  SESSION_DAYS: count('7', 'Days without use after which a session ends.', 1, 365),
  OIDC_ISSUER: optional(
    'an https URL without query',
    'The issuer of an OpenID Connect provider with which people can sign in, exactly as the provider writes it. Unset: people sign in with a password.',
    { fits: isIssuer },
  ),
  OIDC_CLIENT_ID: optional(
    'the id of a client',
    'The id under which Proviso is registered with the provider.',
  ),
  OIDC_CLIENT_SECRET: optional('the secret of the client', 'The secret of OIDC_CLIENT_ID.', {
    secret: 'not set',
  }),
  OIDC_EMAIL_DOMAINS: list(
    'domains such as example.org',
    'Only people with a verified email in these domains can sign in with the provider, and their accounts are created at the first sign-in. Unset: only people who have an account.',
    emailDomain,
  ),
  LOG_LEVEL: oneOf(
    ['info', 'debug', 'warn', 'error', 'fatal', 'silent'],
    'The lowest level logged to standard error.',
  ),
  METRICS_TOKEN: longSecret(
    'The token with which Prometheus reads /metrics, in the header Authorization: Bearer. Unset: /metrics does not exist, except on METRICS_PORT.',
    'not set',
  ),
  METRICS_PORT: count(
    '0',
    'A separate TCP port for /metrics of a server or of proviso worker, which a firewall can keep inside; 0 serves /metrics on PORT, if METRICS_TOKEN is set.',
    0,
    65_535,
  ),
  TRUST_PROXY: count(
    '0',
    'Number of proxies in front of the server whose X-Forwarded-For headers are trusted.',
    0,
    10,
  ),
  CORS_ORIGINS: list(
    'origins such as https://app.example.com, or * for any',
    'Other origins whose pages may call the API with a token. Unset: none.',
    origin,
  ),
  WORKERS: count(
    '1',
    'Number of runs this process works on at the same time; 0 leaves runs to other processes. Beyond this number, it works on up to 2 runs of users who have no other run in progress there.',
    0,
    64,
  ),
  DRAIN_SECONDS: count(
    '8',
    'Seconds for which a stopping server still accepts requests while /readyz fails, so that a proxy can stop sending them. Skipped if nothing has probed /readyz repeatedly.',
    0,
    600,
  ),
  SHUTDOWN_SECONDS: count('20', 'Seconds that open requests have to finish when the server stops.', 1, 600),
  WATCH_FOLDERS: list(
    'absolute paths of folders, or s3://bucket/prefix',
    'Folders that projects may watch, with the folders in them. All servers and workers need to reach them under the same path. Unset: none.',
    z.string().regex(/^(\/|[A-Za-z]:[\\/]|s3:\/\/[^/]+)/),
  ),
  FETCH_ALLOW_HOSTS: list(
    'host names, *.suffixes, addresses or CIDR blocks',
    'Private hosts that URLs given by users may point to.',
  ),
  FETCH_DENY_ADDRESSES: list(
    'addresses or CIDR blocks',
    'Addresses that Proviso never fetches for URLs given by users, such as your own public services.',
  ),
  FETCH_HOST_REQUESTS: count(
    '2',
    'Concurrent requests of one user to the same host when links are fetched, per process.',
    1,
    100,
  ),
  FETCH_HOST_SPACING_MS: count(
    '250',
    'Milliseconds between the starts of two requests to the same host when links are fetched.',
    0,
    60_000,
  ),
  ...modelSettings,
  PROVISO_ALLOW_TRACING: oneOf(
    ['0', '1'],
    'Whether LangChain may send the text of documents, rules and answers to the endpoint that the LANGSMITH_ variables name; 0 disables the tracing of LangChain.',
  ),
  SMTP_URL: optional(
    'smtp://user:password@host:port or smtps://…',
    'The mail server for notifications about ended runs. Unset: no email is sent.',
    { fits: isSmtpUrl, secret: 'not set' },
  ),
  SMTP_FROM: text('Proviso <proviso@localhost>', 'a mail address', 'The sender of notification emails.'),
  ...limitSettings,
});
