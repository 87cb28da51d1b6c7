import { z } from 'zod';

/** The response to an upload. Projects and rule sets refer to the file by its `url`. */
export const uploadedFile = z
  .object({
    url: z.string().meta({ description: 'Use this value as the url of a file in a project or rule set.' }),
    name: z.string(),
    type: z.string().meta({ description: 'Media type, detected from the content.' }),
    size: z.int().meta({ description: 'Bytes.' }),
    sha256: z.string(),
  })
  .meta({ id: 'UploadedFile' });

export type UploadedFile = z.infer<typeof uploadedFile>;
