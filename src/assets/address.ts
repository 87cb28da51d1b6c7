import { randomBytes } from 'node:crypto';

const idPattern = /^[0-9a-f]{40}$/;

/** 160 random bits in hex, which nobody can guess. */
export function newAssetId(): string {
  return randomBytes(20).toString('hex');
}

/** True for what an asset store gives as an id. */
export function isAssetId(value: string): boolean {
  return idPattern.test(value);
}

/** The public URLs of assets, and the way back from a URL to the asset. */
export type AssetAddresses = {
  urlOf(id: string, name: string): string;
  /** The asset's id when the URL is one of ours, whatever name it ends with; else null. */
  idIn(url: string): string | null;
};

/**
 * Assets live at `PUBLIC_URL/assets/{id}/{name}`. The public URL is asked for at each use, because a server
 * that listens on any free port knows it only later.
 */
export function assetAddresses(publicUrl: () => string): AssetAddresses {
  const folder = () => {
    const base = new URL(publicUrl());
    return { origin: base.origin, path: `${base.pathname.replace(/\/+$/, '')}/assets/` };
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
