import { startChildWorker } from './worker-process.ts';

await startChildWorker(process.env);
