import { describe, expect, it } from 'vitest';
import { Turns } from '../../../src/services/turns.ts';

const never = new AbortController().signal;

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when `end` is called with its name, and the order in which work was started. */
function workbench() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    work: (name: string) => () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    },
    async end(name: string) {
      await settled();
      ends.get(name)?.();
      await settled();
    },
  };
}

describe('users take turns', () => {
  it('and each has one at a time', async () => {
    const { started, work, end } = workbench();
    const turns = new Turns(2);
    void turns.take('ann', never, work('ann 1'));
    void turns.take('ann', never, work('ann 2'));
    void turns.take('bob', never, work('bob 1'));
    await end('none');
    expect(started).toEqual(['ann 1', 'bob 1']);
    await end('ann 1');
    expect(started).toEqual(['ann 1', 'bob 1', 'ann 2']);
  });

  it('and the one who was served longest ago is next', async () => {
    const { started, work, end } = workbench();
    const turns = new Turns(1);
    for (const name of ['ann 1', 'ann 2', 'ann 3']) void turns.take('ann', never, work(name));
    void turns.take('bob', never, work('bob 1'));
    for (const name of ['ann 1', 'bob 1', 'ann 2']) await end(name);
    expect(started).toEqual(['ann 1', 'bob 1', 'ann 2', 'ann 3']);
  });

  it('and work that fails, or that is canceled while it waits, leaves its turn to others', async () => {
    const { started, work, end } = workbench();
    const turns = new Turns(1);
    const failing = turns.take('ann', never, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    void turns.take('ann', never, work('ann 1'));
    const canceled = new AbortController();
    const waiting = turns.take('bob', canceled.signal, work('bob 1'));
    canceled.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    void turns.take('cid', never, work('cid 1'));
    await end('ann 1');
    expect(started).toEqual(['ann 1', 'cid 1']);
  });
});
