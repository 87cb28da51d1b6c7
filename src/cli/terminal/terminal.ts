type Stream = { isTTY?: boolean };

/**
 * Whether to write colour. The first of these that is set decides: `--no-color`, NO_COLOR, FORCE_COLOR. If none is set,
 * colour is written to terminals only.
 */
export function wantsColor(stream: Stream, asked: boolean, env: NodeJS.ProcessEnv): boolean {
  if (!asked || env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

const defaultColumns = 100;

type Terminal = { columns?: number };

/**
 * The number of columns of the output, from the first of these that is known: the output terminal, COLUMNS, the
 * terminal that shows messages. If none is known, 100.
 */
export function columnsOf(output: Terminal, messages: Terminal, env: NodeJS.ProcessEnv): number {
  const columns = Number(env.COLUMNS);
  return (
    output.columns ??
    (Number.isInteger(columns) && columns > 0 ? columns : (messages.columns ?? defaultColumns))
  );
}
