/**
 * Tokens of a text, estimated from above for prose: OpenAI's rule of thumb is four characters a token in English;
 * other scripts need more, about one token a character where words are written without spaces.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(/[\u0250-\u{10ffff}]/gu)?.length ?? 0;
  return Math.ceil((text.length - dense) / 3.6 + dense);
}
