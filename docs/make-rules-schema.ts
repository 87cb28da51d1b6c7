/** Prints the JSON Schema of a rules file: `npx tsx docs/make-rules-schema.ts > docs/rules.schema.json` */
import { rulesJsonSchema } from './rules-schema.ts';

process.stdout.write(rulesJsonSchema());
