import { router } from '../trpc.ts';
import { createPolitics } from './create.ts';
import { deletePolitics } from './delete.ts';
import { extractPolitics } from './extract.ts';
import { getPolitics } from './get.ts';
import { lintPolitics } from './lint.ts';
import { listPolitics } from './list.ts';
import { updatePolitics } from './update.ts';

export const politicsRouter = router({
  create: createPolitics,
  extract: extractPolitics,
  lint: lintPolitics,
  list: listPolitics,
  get: getPolitics,
  update: updatePolitics,
  delete: deletePolitics,
});
