/** Prints the page of errors: `npx tsx docs/make-errors.ts > docs/errors.md` */
import { errorsPage } from './errors.ts';

process.stdout.write(errorsPage());
