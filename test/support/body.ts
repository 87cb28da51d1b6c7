/** A request body that sends the whole content in one chunk. */
export async function* bodyOf(content: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield Buffer.from(content);
}
