/** Addresses of MongoDB servers to test on: `TEST_MONGODB_URL`, more than one separated by spaces. */
export function mongoServers(): string[] {
  return (process.env.TEST_MONGODB_URL ?? '').split(/\s+/).filter((url) => url !== '');
}

export const whySkipped =
  'SKIPPED: no MongoDB to test on. Set TEST_MONGODB_URL=mongodb://127.0.0.1:PORT/, or run test/support/mongo/with-servers npm test';
