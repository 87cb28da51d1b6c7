import { openReading } from '../readers.ts';
import { answerQuestions } from './answer.ts';
import { startGuard } from './guard.ts';

startGuard();
answerQuestions(openReading);
