import { startWorkerProcess } from './worker-process.ts';

startWorkerProcess(process.env);
