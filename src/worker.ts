import { settingsOfParent } from './child-settings.ts';
import { settleTracing } from './tracing.ts';

Object.assign(process.env, await settingsOfParent());
settleTracing(process.env);
// Imported only now, because LangChain reads the environment.
const { startChildWorker } = await import('./worker-process.ts');
await startChildWorker(process.env);
