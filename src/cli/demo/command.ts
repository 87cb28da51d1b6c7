import type { Command } from 'commander';
import type { ExitCode } from '../terminal/exit-codes.ts';

export function registerDemo(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('demo')
    .summary('check the sample agreement through the API')
    .description(
      'Starts the service in a temporary folder, checks the sample agreement against ten rules through the\n' +
        'HTTP API, shows the findings, and removes everything it created.',
    )
    .option('--no-color', 'no colour (NO_COLOR and FORCE_COLOR are honoured too)')
    .action(async ({ color }: { color: boolean }) => {
      const { demo } = await import('./run.ts');
      ends(await demo(color));
    });
}
