type Stream = { isTTY?: boolean };

/**
 * Whether to write colour: `--no-color` first, then NO_COLOR, then FORCE_COLOR, then whether the output is a
 * terminal.
 */
export function wantsColor(stream: Stream, asked: boolean, env: NodeJS.ProcessEnv): boolean {
  if (!asked || env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

const defaultColumns = 100;

type Terminal = { columns?: number };

/**
 * Columns to fill: those of the output terminal, else COLUMNS, else those of the terminal that shows messages, else
 * 100.
 */
export function columnsOf(output: Terminal, messages: Terminal, env: NodeJS.ProcessEnv): number {
  const columns = Number(env.COLUMNS);
  return (
    output.columns ??
    (Number.isInteger(columns) && columns > 0 ? columns : (messages.columns ?? defaultColumns))
  );
}
