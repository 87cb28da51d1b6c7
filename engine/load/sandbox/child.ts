import { startGuard } from '../../sandbox/guard.ts';
import { answerQuestions } from './answer.ts';
import { openReading } from './readers.ts';

startGuard();
answerQuestions(openReading);
