/** A clock that advances only when the test says so. */
export function stoppedClock() {
  let time = 0;
  const waits = new Set<{ until: number; end: () => void }>();
  return {
    now: () => time,
    wait(ms: number, aborted: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        const one = { until: time + ms, end: resolve };
        waits.add(one);
        aborted.addEventListener('abort', () => {
          waits.delete(one);
          reject(aborted.reason);
        });
      });
    },
    advance(ms: number): void {
      time += ms;
      for (const one of [...waits].filter(({ until }) => until <= time)) {
        waits.delete(one);
        one.end();
      }
    },
  };
}
