import { startGuard } from '../../sandbox/guard.ts';
import { openReading } from '../readers.ts';
import { answerQuestions } from './answer.ts';

startGuard();
answerQuestions(openReading);
