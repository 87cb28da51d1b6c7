const open = new Set<{ close(): void }>();

/** A pool for the whole process. It is created on first use; after `closeSharedPools` the next use creates it again. */
export function sharedPool<Pool extends { close(): void }, Given extends unknown[]>(
  make: (...given: Given) => Pool,
): (...given: Given) => Pool {
  let shared: Pool | null = null;
  return (...given) => {
    endWithProcess();
    if (shared === null || !open.has(shared)) shared = make(...given);
    open.add(shared);
    return shared;
  };
}

let endsWithProcess = false;

/** A child that is still starting notices late that this process has ended, so this process ends its children itself. */
function endWithProcess(): void {
  if (!endsWithProcess) process.once('exit', closeSharedPools);
  endsWithProcess = true;
}

/** Ends the child processes of all shared pools. The next task starts new ones. */
export function closeSharedPools(): void {
  for (const pool of open) pool.close();
  open.clear();
}
