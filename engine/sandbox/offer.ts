import { answerParent } from './answer-parent.ts';
import { startGuard } from './guard.ts';

/** The functions of a child process that its parent can call. What they return is sent as JSON. */
export type Offer = Record<string, (...given: never[]) => unknown>;

/** A call of one function of a child. */
export type Call = { name: string; given: readonly unknown[] };

/** Offers functions to the parent process, which calls one after another, until that process ends. */
export function offer(functions: Offer): void {
  startGuard();
  answerParent(async ({ name, given }: Call) => {
    const called = functions[name];
    if (called === undefined) throw new Error(`there is no function ${name}`);
    return { reply: 'returned', json: JSON.stringify(await Reflect.apply(called, null, given)) ?? '' };
  });
}
