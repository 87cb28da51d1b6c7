import type { Reporter, TestModule } from 'vitest/node';

const shown = 12;

/** Reports at the end which files took the most time and memory, compared with what was expected at most. */
export default class SlowestAndLargest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const all = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => {
        const { took } = test.meta();
        return took === undefined ? [] : [{ name: test.name, ...took }];
      }),
    );
    const slowest = all.toSorted((one, other) => other.seconds - one.seconds).slice(0, shown);
    const largest = all.toSorted((one, other) => other.megabytes - one.megabytes).slice(0, shown);
    const total = all.reduce((sum, { seconds }) => sum + seconds, 0);
    const lines = [
      `\n${all.length} hostile files, ${total.toFixed(0)} s of processor time. Slowest (seconds of processor time, expected at most):`,
      ...slowest.map(
        ({ seconds, mostSeconds, name }) =>
          `${seconds.toFixed(1).padStart(7)} ${String(mostSeconds).padStart(4)}  ${name}`,
      ),
      'Largest (MB of all processes at one moment, expected at most):',
      ...largest.map(
        ({ megabytes, mostMegabytes, name }) =>
          `${megabytes.toFixed(0).padStart(7)} ${String(mostMegabytes).padStart(4)}  ${name}`,
      ),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}
