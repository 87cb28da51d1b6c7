import { z } from 'zod';
import { reportFormatNames } from '../../services/report/formats.ts';
import { idOf, strict } from '../fields.ts';

export const reportQuery = () =>
  strict({
    format: z.enum(reportFormatNames).default('json').meta({
      description: 'json: the result with all findings. md: a Markdown report to read, print or send.',
    }),
    runId: idOf('run')
      .exactOptional()
      .meta({ description: 'A run of the project. By default, the last run that has ended.' }),
  });
