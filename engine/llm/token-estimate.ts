/**
 * Estimates the tokens of a text; for prose the estimate is an upper bound. OpenAI's rule of thumb for English is four
 * characters per token. Other scripts need more tokens, about one per character in scripts without spaces.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(/[\u0250-\u{10ffff}]/gu)?.length ?? 0;
  return Math.ceil((text.length - dense) / 3.6 + dense);
}
