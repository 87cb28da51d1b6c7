import { randomBytes } from 'node:crypto';

const idPattern = /^[0-9a-f]{40}$/;

/** 160 random bits in hex, so that ids cannot be guessed. */
export function newAssetId(): string {
  return randomBytes(20).toString('hex');
}

/** Whether the text has the form of an asset's id. */
export function isAssetId(value: string): boolean {
  return idPattern.test(value);
}

/** Converts between assets and their public URLs. */
export type AssetAddresses = {
  urlOf(id: string, name: string): string;
  /**
   * The id of the asset that the URL refers to; null if the URL does not refer to an asset. The file name in the URL is
   * ignored.
   */
  idIn(url: string): string | null;
};

/**
 * Asset URLs are `PUBLIC_URL/assets/{id}/{name}`. The public URL is read at each use, because a server with `PORT=0`
 * does not know its port at first.
 */
export function assetAddresses(publicUrl: () => string): AssetAddresses {
  const folder = () => {
    const base = new URL(publicUrl());
    return { origin: base.origin, path: `${base.pathname.replace(/(?<!\/)\/+$/, '')}/assets/` };
  };
  return {
    urlOf(id, name) {
      const { origin, path } = folder();
      return `${origin}${path}${id}/${encodeURIComponent(name)}`;
    },
    idIn(url) {
      if (!URL.canParse(url)) return null;
      const parsed = new URL(url);
      const { origin, path } = folder();
      if (parsed.username || parsed.password || parsed.origin !== origin) return null;
      if (!parsed.pathname.startsWith(path)) return null;
      const [id = '', , ...rest] = parsed.pathname.slice(path.length).split('/');
      return rest.length === 0 && isAssetId(id) ? id : null;
    },
  };
}
