import type { Json } from '../../engine/model/result.ts';
import type { Rule } from '../../engine/model/rule.ts';
import type { Versioned } from './versioned.ts';

export type JsonObject = { [key: string]: Json };

/** A file the rules rest on. `assetId` is set when the URL is one of our own asset store; it is never shown. */
export type PoliticsFile = {
  url: string;
  type: 'word' | 'pdf';
  name: string;
  /** Bytes, as the user said. */
  size?: number;
  assetId?: string;
};

/** What a user decides about a politics. */
export type PoliticsContent = {
  name: string;
  description: string;
  /** Never empty. Addressed by position from 0. */
  rules: Rule[];
  knowledgeFiles: PoliticsFile[];
  /** Email addresses, https URLs, or names that stay undeliverable. Duplicates are kept. */
  contactNotifications: string[];
  /** The shape results are wished in; null when not set. */
  outputFormat: JsonObject | null;
};

/** A named, reusable set of rules. `status` is 1; no other value is known. */
export type Politics = Versioned &
  PoliticsContent & {
    status: number;
    /** Ids of the last changes that were requested with an `Idempotency-Key`: none of them is applied twice. Never shown. */
    lastChanges?: string[];
  };
