import { router } from '../trpc.ts';
import { assignFinding } from './assign.ts';
import { listFindings } from './list.ts';
import { citedFilePages } from './pages.ts';
import { reviewFinding } from './review.ts';
import { citedText } from './text.ts';
import { unreviewFinding } from './unreview.ts';

export const findingsRouter = router({
  list: listFindings,
  text: citedText,
  pages: citedFilePages,
  review: reviewFinding,
  unreview: unreviewFinding,
  assign: assignFinding,
});
