import type { Page } from 'playwright-core';

/** Whether the JavaScript heap of the page contains a text after garbage collection. */
export async function heapContains(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  let snapshot = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    snapshot += chunk;
  });
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return snapshot.includes(text);
}
