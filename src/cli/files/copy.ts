import { assetAddresses } from '../../assets/address.ts';
import { copyAssets } from '../../assets/copy.ts';
import { assetFolder, openAssets, requireRecords } from '../../compose/adapters.ts';
import { readConfig } from '../../config.ts';
import { plural } from '../../services/report/words.ts';
import { asOperator, environment } from '../settings/settings.ts';
import { badInput } from '../terminal/ending.ts';

/** Copies every uploaded file to the bucket or to the folder. Returns false if incomplete files were not copied. */
export function copyFiles(to: 'bucket' | 'folder'): Promise<boolean> {
  return asOperator(async () => {
    const config = readConfig(environment());
    if (config.S3_BUCKET === null) throw badInput('no bucket is configured: set S3_BUCKET to its name');
    await requireRecords(config);
    const addresses = assetAddresses(() => 'http://localhost');
    const places = { folder: assetFolder(config, addresses), bucket: await openAssets(config, addresses) };
    const from = to === 'bucket' ? places.folder : places.bucket;
    const { copied, bytes, there, notWhole } = await copyAssets(from, places[to], new Date());
    for (const { id, name } of notWhole) process.stderr.write(`not copied: ${id} (${name}) is incomplete\n`);
    const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
    const summary = `${plural(copied, 'file', 'files')} copied (${size}), ${there} already there`;
    process.stderr.write(`${places[to].description}: ${summary}\n`);
    return notWhole.length === 0;
  });
}
