/** The SARIF 2.1.0 log of one run, as JSON text. Columns and offsets in it count UTF-16 code units. */
export function sarifLog(run: {
  tool: { driver: object };
  results: readonly object[];
  [property: string]: object;
}): string {
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{ ...run, columnKind: 'utf16CodeUnits' }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
