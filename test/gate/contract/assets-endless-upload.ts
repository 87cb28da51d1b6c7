import { setImmediate } from 'node:timers/promises';
import { assetAddresses } from '../../../src/assets/address.ts';
import { openAssets } from '../../../src/compose/adapters.ts';
import { readConfig } from '../../../src/config.ts';

/** Uploads an endless body to the store from the environment, and prints a message once bytes have been sent. */
async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('begun');
  process.send?.('writing');
  for (;;) {
    await setImmediate();
    yield Buffer.alloc(64 * 1024, 'and on and on ');
  }
}

const assets = await openAssets(
  readConfig(process.env),
  assetAddresses(() => 'http://localhost'),
);
await assets.put({
  owner: 'u1',
  name: 'endless.txt',
  maxBytes: 4 * 1024 * 1024 * 1024,
  body: endless(),
});
