import type { Reply, ReporterJob } from './compose/reporters.ts';
import { settingsOfParent } from './process/child-settings.ts';
import { settleTracing } from './process/tracing.ts';

/** The jobs that arrive while the reporter is being opened wait. */
const opened = open();
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ReporterJob | object) => {
  if (!('work' in message)) return;
  void opened.then(async (answer) => process.send?.((await answer(message)) satisfies Reply));
});

async function open() {
  Object.assign(process.env, await settingsOfParent());
  settleTracing(process.env);
  // Imported only now, because LangChain reads the environment when it is loaded.
  const { openReporter } = await import('./compose/reporter-process.ts');
  return openReporter(process.env);
}
