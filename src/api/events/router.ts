import { router } from '../trpc.ts';
import { createEventTicket } from './ticket.ts';

export const eventsRouter = router({ ticket: createEventTicket });
