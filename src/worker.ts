import { startWorkerProcess } from './worker-process.ts';

await startWorkerProcess(process.env);
