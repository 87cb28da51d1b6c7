import { z } from 'zod';

const wording = z.string().min(1);

const templateSchema = z.strictObject({
  name: wording,
  heading: wording,
  rule: wording,
  /** The duty in words similar to the rule's, and in other words; `<q>` is the limit. */
  clause: wording,
  paraphrase: wording,
  /** The limit that meets the rule, a smaller or larger one that does not, and one in another unit or magnitude. */
  meets: wording,
  breaks: wording,
  unit: wording,
  /** A sentence that denies the duty. */
  denial: wording,
  neighbours: z.array(wording).min(1),
});

export type GermanTemplate = z.infer<typeof templateSchema>;

/** The wordings of the exam in German. */
export const germanSchema = z.strictObject({
  title: z.array(wording).min(1),
  opening: z.array(wording).min(1),
  references: z.array(wording).min(1),
  boilerplate: z.array(z.strictObject({ heading: wording, clauses: z.array(wording).min(1) })).min(1),
  deletions: z.array(wording).min(1),
  amendments: z.array(wording).min(1),
  rejections: z.array(wording).min(1),
  formers: z.array(wording).min(1),
  templates: z.array(templateSchema).min(2),
});

export type German = z.infer<typeof germanSchema>;
