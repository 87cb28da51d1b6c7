/** A request body with the whole content of a file in one piece. */
export async function* bodyOf(content: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield Buffer.from(content);
}
