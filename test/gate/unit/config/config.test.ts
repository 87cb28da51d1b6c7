import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentExample } from '../../../../docs/env-example.ts';
import { ignoredSettings, misspelt, readConfig } from '../../../../src/config.ts';

describe('settings', () => {
  it('have defaults that work', () => {
    expect(readConfig({})).toMatchObject({ PORT: 3000, DATA_DIR: './data', PUBLIC_URL: null, SECRET: null });
  });

  it('count as unset if they are empty', () => {
    expect(readConfig({ PORT: ' ', LIMIT_RULES: '' })).toEqual(readConfig({}));
  });

  it('are converted to their types', () => {
    const config = readConfig({
      PORT: '0',
      PUBLIC_URL: 'https://proviso.example/base/',
      FETCH_ALLOW_HOSTS: 'intranet.example, *.corp.example,',
    });
    expect(config).toMatchObject({
      PORT: 0,
      PUBLIC_URL: 'https://proviso.example/base',
      FETCH_ALLOW_HOSTS: ['intranet.example', '*.corp.example'],
    });
  });

  it.each([
    ['PORT', '70000', 'a whole number from 0 to 65535'],
    ['PORT', '80x', 'a whole number'],
    ['LIMIT_RULES', '0', 'a whole number from 1'],
    ['LIMIT_RULES', '-5', 'a whole number from 1'],
    ['LIMIT_UPLOAD_BYTES', '200MB', 'a whole number'],
    ['PUBLIC_URL', 'proviso.example', 'an http(s) URL'],
    ['PUBLIC_URL', 'ftp://proviso.example', 'an http(s) URL'],
    ['PUBLIC_URL', 'https://proviso.example/?a=b', 'an http(s) URL'],
    ['SIGN_UP', 'never', 'one of first, open, closed'],
    ['LOG_LEVEL', 'loud', 'one of info'],
  ])('prevent the start if %s is "%s", and the error says what is allowed', (name, value, allowed) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      expect.objectContaining({
        code: 'bad_setting',
        message: expect.stringContaining(`${name} is "${value}"`),
      }),
    );
    expect(() => readConfig({ [name]: value })).toThrow(allowed);
  });

  it('of a bucket prevent the start if one of them is missing', () => {
    expect(() => readConfig({ S3_ENDPOINT: 'http://localhost:9000' })).toThrow(
      /S3_ENDPOINT .*without S3_BUCKET/,
    );
    const half = { S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: 'kitten' };
    expect(() => readConfig(half)).toThrow(/set both or neither/);
    expect(() => readConfig({ ...half, S3_ACCESS_KEY_ID: 'me' })).not.toThrow();
  });

  it('are all named if several are invalid', () => {
    const wrong = () => readConfig({ PORT: 'a', WORKERS: 'b' });
    expect(wrong).toThrow(/PORT/);
    expect(wrong).toThrow(/WORKERS/);
  });

  it('for an identity provider are set together, with an issuer that cannot be read on the way', () => {
    const oidc = {
      OIDC_ISSUER: 'https://id.example.org/',
      OIDC_CLIENT_ID: 'p',
      OIDC_CLIENT_SECRET: 'kitten',
    };
    expect(readConfig(oidc)).toMatchObject({ OIDC_ISSUER: 'https://id.example.org/' });
    expect(() => readConfig({ ...oidc, OIDC_CLIENT_SECRET: '' })).toThrow(/^OIDC_CLIENT_SECRET not set/);
    expect(() => readConfig({ OIDC_EMAIL_DOMAINS: 'example.org' })).toThrow(/^OIDC_ISSUER, /);
    for (const issuer of ['http://id.example.org', 'http://localhost.evil.example', 'https://x/?a', 'x']) {
      expect(() => readConfig({ ...oidc, OIDC_ISSUER: issuer })).toThrow(/^OIDC_ISSUER is/);
    }
    expect(() => readConfig({ ...oidc, OIDC_EMAIL_DOMAINS: '@example.org' })).toThrow(/^OIDC_EMAIL_DOMAINS/);
  });

  it('are not in the error if they are secret', () => {
    expect(() => readConfig({ SECRET: 'kitten' })).toThrow(
      /^SECRET is not allowed: set it to at least 32 characters/,
    );
  });

  it.each([
    ['PROT', 'PORT'],
    ['DATADIR', 'DATA_DIR'],
    ['LIMIT_RULE', 'LIMIT_RULES'],
    ['FETCH_ALLOW_HOST', 'FETCH_ALLOW_HOSTS'],
    ['SIGNUP', 'SIGN_UP'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
  ])('point out %s as a misspelling of %s', (name, meant) => {
    expect(misspelt({ [name]: 'x' })).toEqual([`${name} is not a setting: did you mean ${meant}?`]);
  });

  it('cause a warning about an unknown name that resembles a setting', () => {
    expect(misspelt({ LIMIT_EVERYTHING_ALWAYS: '1' })).toEqual([expect.stringContaining('.env.example')]);
  });

  it('do not include the environment variables of other programs', () => {
    const others = ['PATH', 'HOSTNAME', 'PWD', 'HOME', 'LANG', 'SHELL', 'USER', 'TERM', 'NODE_ENV', 'CI'];
    expect(misspelt(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('are named if they have no effect without another one, unless they have their defaults', () => {
    const key = { OPENAI_BASE_URL: 'http://localhost:1/v1', OPENAI_API_KEY: 'k' };
    expect(ignoredSettings({ ...key, SMTP_FROM: 'a@example.org', MODEL_CONCURRENCY: '8' })).toEqual([
      'OPENAI_BASE_URL and OPENAI_API_KEY are set but have no effect: set MODEL, VISION_MODEL, TRANSCRIPTION_MODEL or EMBEDDING_MODEL too',
      'SMTP_FROM is set but has no effect: set SMTP_URL too',
    ]);
    expect(ignoredSettings({ ...key, VISION_MODEL: 'eyes', MODEL: ' ' })).toEqual([]);
  });

  it('are all in .env.example with their defaults', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(environmentExample());
  });
});
