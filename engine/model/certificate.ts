import { z } from 'zod';

const certificateBase = z.strictObject({
  /** The test in words, such as `exam by words alone, seed 7, 6,000 documents`. */
  test: z.string().min(1),
  /** The number of CONFIRMED answers in the test. */
  n: z.int().min(0),
  /** How many of the CONFIRMED answers were wrong. */
  errors: z.int().min(0),
  /**
   * The lower bound of the one-sided 95 % interval of the share of CONFIRMED answers that were right; null if `n` is 0.
   */
  lowerBound: z.number().min(0).max(1).nullable(),
  date: z.iso.date(),
  /** The model that answered; absent if the certificate is valid for every model. */
  model: z.string().optional(),
});

/**
 * The share of right CONFIRMED answers in a test with known answers. `version` is the version of Proviso that was
 * tested, such as `0.1.0`. In results and files of earlier releases it is a digest of source files.
 */
export const certificateSchema = certificateBase.extend({ version: z.string().min(1) });

export type Certificate = z.infer<typeof certificateSchema>;

/** A file of certificates, with one certificate for each tested method of checking. */
export const certificateFileSchema = z.strictObject({
  version: z.string().min(1),
  lexical: certificateBase.optional(),
  model: certificateBase.optional(),
});

export type CertificateFile = z.infer<typeof certificateFileSchema>;
