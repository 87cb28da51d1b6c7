import { z } from 'zod';

const measured = {
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
  /** The version of Proviso that was tested, such as `0.1.0`. In earlier results it is a digest of source files. */
  version: z.string().min(1),
};

const scope = {
  method: z.enum(['lexical', 'model']),
  /** The model that answered; absent for checks by words. */
  model: z.string().optional(),
  /** The languages of the tested documents, as BCP 47 codes such as `en`. */
  languages: z.array(z.string().min(2)).min(1),
  /** The kinds of documents in words, such as `leases and policies made for the exam`. */
  documents: z.string().min(1),
};

/** The share of right CONFIRMED answers in a test with known answers, and what was tested. */
export const certificateSchema = z.strictObject({ ...scope, ...measured });

export type Certificate = z.infer<typeof certificateSchema>;

/** A certificate as a finding repeats it. Findings of earlier releases do not say what was tested. */
export const shownCertificateSchema = certificateSchema.partial({
  method: true,
  languages: true,
  documents: true,
});

export type ShownCertificate = z.infer<typeof shownCertificateSchema>;

/** A file of certificates: one for each tested checker and set of languages. */
export const certificateFileSchema = z.strictObject({ certificates: z.array(certificateSchema) });
