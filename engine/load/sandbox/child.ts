import { startGuard } from '../../sandbox/guard.ts';
import { answerQuestions } from './answer.ts';
import { openReading, prepareReading } from './readers.ts';

startGuard();
answerQuestions(openReading);
const [, , , format] = process.argv;
if (format !== undefined) prepareReading(format);
