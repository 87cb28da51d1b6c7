import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/**
 * Runs a curl command that the page shows, in a shell or, without curl, as a request. Returns the final HTTP status.
 */
export async function statusOfCurlLine(line: string): Promise<number> {
  if (!hasCurl) return statusOfSameRequest(line);
  const command = `${line} --silent --output /dev/null --write-out '%{http_code}'`;
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  return Number(stdout);
}

async function statusOfSameRequest(line: string): Promise<number> {
  const [, name, value, url] = /^curl -H "([\w-]+): (\S+)" (\S+)$/.exec(line) ?? [];
  if (!name || !value || !url) throw new Error(`not a curl command: ${line}`);
  const answer = await fetch(url, { headers: { [name]: value } });
  return answer.status;
}
