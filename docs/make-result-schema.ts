/** Prints the JSON Schema of a result: `npx tsx docs/make-result-schema.ts > docs/result.schema.json` */
import { resultJsonSchema } from './result-schema.ts';

process.stdout.write(resultJsonSchema());
