import { describe, expect, it } from 'vitest';
import { Turns } from '../../../src/services/turns.ts';

const never = new AbortController().signal;

/** Work that lasts until it is ended, and the order in which work began. */
function heldWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('are one at a time for each user, and no user waits for the work of another', async () => {
    const turns = new Turns(3);
    const { begun, work, end } = heldWork();
    const first = turns.take('a', never, work('a1'));
    const second = turns.take('a', never, work('a2'));
    const other = turns.take('b', never, work('b1'));
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    end('a1');
    expect(await first).toBe('a1');
    await settled();
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    end('a2');
    end('b1');
    await Promise.all([second, other]);
  });

  it('go to the user whose last turn was longest ago if there are too few places', async () => {
    const turns = new Turns(1);
    const { begun, work, end } = heldWork();
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) =>
      turns.take(name.slice(0, 1), never, work(name)),
    );
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      await settled();
      expect(begun.at(-1)).toBe(name);
      end(name);
    }
    await Promise.all(all);
  });

  it('are given up by waiting work whose signal is aborted, and passed on by work that fails', async () => {
    const turns = new Turns(1);
    const { begun, work, end } = heldWork();
    const first = turns.take('a', never, work('a1'));
    const leaving = new AbortController();
    const left = turns.take('b', leaving.signal, work('b1'));
    const failing = turns.take('b', never, () => Promise.reject(new Error('failed')));
    const last = turns.take('c', never, work('c1'));
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    end('a1');
    await first;
    await expect(failing).rejects.toThrow('failed');
    await settled();
    expect(begun).toEqual(['a1', 'c1']);
    end('c1');
    await last;
    await expect(turns.take('a', leaving.signal, work('a2'))).rejects.toThrow('left');
  });
});
