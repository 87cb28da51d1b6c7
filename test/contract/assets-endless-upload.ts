import { setImmediate } from 'node:timers/promises';
import { assetAddresses } from '../../src/assets/address.ts';
import { diskAssets } from '../../src/assets/disk.ts';

/** Uploads without end into the folder it is given, and says so once bytes have gone to disk. */
async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('begun');
  process.send?.('writing');
  for (;;) {
    await setImmediate();
    yield Buffer.from('and on and on ');
  }
}

const [, , folder = ''] = process.argv;
await diskAssets(
  folder,
  assetAddresses(() => 'http://localhost'),
).put({
  owner: 'u1',
  name: 'endless.txt',
  maxBytes: 1024 * 1024 * 1024,
  body: endless(),
});
