import { z } from 'zod';
import { pageBoxSchema } from '../../../engine/model/citation.ts';
import { findingSchema, labelSchema, outcomeSchema } from '../../../engine/model/finding.ts';
import { headingSchema, rangeSchema, spanSchema } from '../../../engine/model/source.ts';
import { findingCursor } from '../../domain/records/cursor.ts';
import { citationLists } from '../../services/evidence/citation-ref.ts';
import { mostCharacters } from '../../services/evidence/cited-text.ts';
import { filledText, idOf, paging, queryIndex, strict } from '../fields.ts';

const assigned = {
  assignee: z.object({ id: z.string(), name: z.string() }).meta({ id: 'Assignee' }).nullable().meta({
    description:
      'The member of the workspace who is to review the finding; null if it is assigned to nobody.',
  }),
};
const [confirmed, estimated, notFound, notAssessed] = findingSchema.options;

/** A finding with its review, and with the person who is to review it. */
export const finding = z.union([
  confirmed.extend(assigned),
  estimated.extend(assigned),
  notFound.extend(assigned),
  notAssessed.extend(assigned),
]);

export const findingListInput = () =>
  strict({
    id: idOf('project'),
    ...paging(findingCursor),
    runId: idOf('run')
      .exactOptional()
      .meta({ description: 'A run of the project. By default, the last run.' }),
    label: z
      .enum([...labelSchema.options, 'not_assessed'])
      .exactOptional()
      .meta({ description: 'Only findings with this label; not_assessed selects findings without a label.' }),
    outcome: z
      .enum(outcomeSchema.options)
      .exactOptional()
      .meta({ description: 'Only findings with this outcome.' }),
    ruleKey: z
      .string()
      .exactOptional()
      .meta({ description: 'Only findings of the rule with this key (rule.key of a finding).' }),
    fileIndex: queryIndex().meta({
      description:
        'Only findings about the input file with this index, from 0. A run with the scope together has none.',
    }),
    assignee: z
      .string()
      .regex(/^(me|none|[0-9a-fA-F]{24})$/, 'must be me, none or the id of a member')
      .toLowerCase()
      .exactOptional()
      .meta({
        description: 'Only findings that are assigned to you (me), to nobody (none) or to this member.',
      }),
  });

export const reviewInput = () =>
  strict({
    id: idOf('project'),
    findingId: idOf('finding'),
    label: z
      .enum(labelSchema.options)
      .meta({ description: "The reviewer's label. The label that Proviso gave is kept." }),
    outcome: z
      .enum(outcomeSchema.options)
      .exactOptional()
      .meta({ description: "The reviewer's outcome. The outcome that Proviso gave is kept." }),
    reason: filledText(),
  }).meta({
    examples: [
      { label: 'CONFIRMED', outcome: 'satisfied', reason: 'I have read clause 6.3 in the signed copy.' },
    ],
  });

export const assignInput = () =>
  strict({
    id: idOf('project'),
    findingId: idOf('finding'),
    userId: idOf('member').nullable().meta({
      description: 'A member with the role reviewer, editor or admin; null to assign the finding to nobody.',
    }),
  }).meta({ examples: [{ userId: null }] });

const citationList = z.enum(citationLists).meta({ id: 'CitationList' });

const citationFields = () => ({
  id: idOf('project'),
  runId: idOf('run'),
  findingId: idOf('finding'),
  list: z.enum(citationLists).default('citations').meta({
    description: 'The list of the finding that contains the citation; nearest stands for search.nearest.',
  }),
  index: queryIndex().default(0).meta({ description: 'The index of the citation in this list, from 0.' }),
});

export const citationRef = () => strict(citationFields());

export const citedPages = z.object({
  url: z.string().meta({ description: 'The URL of the PDF. It is valid for at least half a day.' }),
  quotes: z
    .array(
      z
        .object({ list: citationList, index: z.int().min(0), boxes: z.array(pageBoxSchema) })
        .meta({ id: 'MarkedQuote' }),
    )
    .meta({
      description:
        'The citations of the finding in this file, with boxes around their words, one for each line, as fractions of the page of the PDF; the origin is at the top left. A citation is left out if its exact words are not at one certain place of the cited page.',
    }),
});

export const citedTextInput = () =>
  strict({
    ...citationFields(),
    from: queryIndex().meta({
      description: 'The offset at which the part begins. By default, 8,000 characters before the quote.',
    }),
    to: queryIndex().meta({
      description: `The offset at which the part ends. By default, 8,000 characters after the quote. A part has about ${mostCharacters} characters at most.`,
    }),
  });

const span = spanSchema.shape;
const textSpan = z.object(span).meta({ id: 'TextSpan' });

const textPart = {
  ...span,
  text: z.string(),
  ranges: z.array(rangeSchema.omit({ confidence: true, lineEnds: true }).meta({ id: 'TextRange' })),
  skips: z.array(textSpan).meta({
    description: 'Page headers, page footers and menus, which are not searched.',
  }),
  headings: z.array(headingSchema.omit({ text: true }).meta({ id: 'TextHeading' })),
};

export const citedTextPart = z
  .object({
    ...textPart,
    length: z.int().meta({ description: 'The number of UTF-16 code units of the whole text.' }),
    firstRow: z.object(textPart).meta({ id: 'TextRow' }).nullable().meta({
      description:
        'The first row of the cited sheet, or the first record of a cited table in text form; null for other files.',
    }),
    quotes: z
      .array(
        z
          .object({
            list: citationList,
            index: z.int().min(0),
            stretches: z.array(textSpan),
          })
          .meta({ id: 'PlacedQuote' }),
      )
      .meta({
        description:
          'The citations of the finding in this file, also those outside the part. The stretches contain exactly the words of the quote. A citation whose words are not at its offsets is left out.',
      }),
  })
  .meta({
    id: 'CitedText',
    description:
      'A part of the text that was read from a file. All offsets are offsets in the whole text, in UTF-16 code units.',
  });
