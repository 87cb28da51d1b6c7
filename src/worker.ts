import { settingsOfParent } from './process/child-settings.ts';
import { settleTracing } from './process/tracing.ts';

Object.assign(process.env, await settingsOfParent());
settleTracing(process.env);
// Imported only now, because LangChain reads the environment when it is loaded.
const { startChildWorker } = await import('./compose/worker-process.ts');
await startChildWorker(process.env);
