/** Everything that a generator yields. */
export async function collected<Value>(generator: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of generator) all.push(value);
  return all;
}
