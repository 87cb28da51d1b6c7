import { z } from 'zod';

/** The description of a setting. The default is text, so that it is parsed like a value from the environment. */
export type About = {
  fallback: string;
  allowed: string;
  about: string;
  /**
   * Present if the setting is a secret, whose value is never shown. It is the text to show if the secret is not set.
   */
  secret?: string;
};

export const abouts = z.registry<About>();

const setting = <Value>(read: z.ZodType<Value, string>, about: About) =>
  read.prefault(about.fallback).register(abouts, about);

export const count = (fallback: string, about: string, least = 1, most = 1_000_000_000) =>
  setting(
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .pipe(z.int().min(least).max(most)),
    { fallback, allowed: `a whole number from ${least} to ${most}`, about },
  );

export const oneOf = <const Name extends string>(names: readonly [Name, ...Name[]], about: string) =>
  setting(z.string().pipe(z.enum(names)), {
    fallback: names[0],
    allowed: `one of ${names.join(', ')}`,
    about,
  });

export const amount = (about: string, most: number) =>
  setting(
    z
      .string()
      .regex(/^(\d{1,9}(\.\d{1,9})?)?$/)
      .transform((given) => (given === '' ? null : Number(given)))
      .pipe(z.number().max(most).nullable()),
    { fallback: '', allowed: `a number from 0 to ${most}, or nothing`, about },
  );

export const list = (allowed: string, about: string, entry: z.ZodType<string, string> = z.string()) =>
  setting(
    z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      )
      .pipe(z.array(entry)),
    { fallback: '', allowed: `${allowed}, separated by commas`, about },
  );

/** An origin as browsers send it in `Origin`. */
export const origin = z
  .string()
  .refine(
    (given) =>
      given === '*' || (/^https?:/.test(given) && URL.canParse(given) && new URL(given).origin === given),
  );

/** A domain as it follows the @ of an email. */
export const emailDomain = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);

export const text = (fallback: string, allowed: string, about: string) =>
  setting(z.string().min(1), { fallback, allowed, about });

/** Names, separated by commas; empty if it is not set. */
export const names = (allowed: string, about: string) =>
  setting(z.string(), { fallback: '', allowed: `${allowed}, separated by commas, or nothing`, about });

/** Which texts a setting can have, and the words for a secret that is not set. */
type Optional = { fits?: (given: string) => boolean; secret?: string };

/** A text, or null if the setting is not set. */
export const optional = (allowed: string, about: string, { fits = () => true, secret }: Optional = {}) =>
  setting(
    z
      .string()
      .refine((given) => given === '' || fits(given))
      .transform((given) => (given === '' ? null : given)),
    { fallback: '', allowed: `${allowed}, or nothing`, about, ...(secret !== undefined && { secret }) },
  );

/** A URL without a slash at its end. */
export const url = (about: string) =>
  setting(
    z
      .string()
      .refine(
        (given) => given === '' || (/^https?:\/\/[^/?#]+(?:\/[^?#]*)?$/i.test(given) && URL.canParse(given)),
      )
      .transform((given) => (given === '' ? null : given.replace(/(?<!\/)\/+$/, ''))),
    { fallback: '', allowed: 'an http(s) URL without query, or nothing', about },
  );

/** `unset` are the words for a secret that is not set. */
export const longSecret = (about: string, unset: string) =>
  optional('at least 32 characters', about, { fits: (given) => given.length >= 32, secret: unset });

/** An issuer is compared as text with the one in tokens, so nothing of it is changed. */
export const isIssuer = (given: string) =>
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])[^?#]*$/.test(given) && URL.canParse(given);

export const isMongodbUrl = (given: string) => /^mongodb(\+srv)?:\/\/[^/?#\s]+/.test(given);

export const isRedisUrl = (given: string) => /^rediss?:\/\/[^/?#\s]+/.test(given) && URL.canParse(given);

export const isSmtpUrl = (given: string) => /^smtps?:\/\/[^/?#\s]+/.test(given) && URL.canParse(given);

export const arePrices = (given: string) => /^\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?){1,2}$/.test(given);
