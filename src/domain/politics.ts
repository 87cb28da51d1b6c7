import type { Json } from '../../engine/model/result.ts';
import type { Rule } from '../../engine/model/rule.ts';
import type { Metadata } from './records/metadata.ts';
import type { Created } from './records/versioned.ts';

export type JsonObject = { [key: string]: Json };

/**
 * A file that the rules are based on. `assetId` is set if the URL refers to an uploaded file; responses never contain
 * it.
 */
export type PoliticsFile = {
  url: string;
  type: 'word' | 'pdf';
  name: string;
  /** In bytes, as the user stated it. */
  size?: number;
  assetId?: string;
};

/** The fields of a rule set that its user sets. */
export type PoliticsContent = {
  name: string;
  description: string;
  /** Never empty. Addressed by position, from 0. */
  rules: Rule[];
  knowledgeFiles: PoliticsFile[];
  /** Email addresses, https URLs, or other names, to which nothing can be delivered. Duplicates are kept. */
  contactNotifications: string[];
  /** The JSON shape to return results in; null if unset. */
  outputFormat: JsonObject | null;
  /** Absent in records of earlier releases. */
  metadata?: Metadata;
  /** Whether a run counts as signed off only after two different people have signed it. False if absent. */
  secondSignOff?: boolean;
};

/** A named, reusable set of rules. `status` is always 1. */
export type Politics = Created &
  PoliticsContent & {
    status: number;
    /**
     * Ids of the latest changes that were requested with an `Idempotency-Key`, so that none is applied twice. Responses
     * never contain them.
     */
    lastChanges?: string[];
  };
