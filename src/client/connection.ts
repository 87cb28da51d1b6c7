/** Where the service is, and what every request to it sends. */
export type Connection = { base: string; headers: Record<string, string>; fetch: typeof globalThis.fetch };
