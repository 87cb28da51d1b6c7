/** Prints the text of docs/errors.md: `npx tsx docs/make-errors.ts > docs/errors.md` */
import { errorsPage } from './errors.ts';

process.stdout.write(errorsPage());
