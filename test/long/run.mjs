// `npm run test:long [suite…]` runs the suites that are not in the gate, or those that are named, and ends with one table.
import { spawnSync } from 'node:child_process';
import { runSteps } from '../steps.mjs';

/** @param {string} folder */
const vitest = (folder) => ['npx', 'vitest', 'run', `test/long/${folder}`];
/** @param {string} path */
const script = (path, ...args) => ['npx', 'tsx', path, ...args];

/**
 * Each suite, what it needs, without which it is skipped, and what it uses, without which it tests less.
 *
 * @type {Record<string, { command: string[], minutes: number, needs?: string[], uses?: string[] }>}
 */
const suites = {
  files: {
    command: vitest('files'),
    minutes: 40,
    uses: ['pdftotext', 'soffice', 'gs', 'ffmpeg', 'identify', 'espeak-ng', 'chromium'],
  },
  rules: { command: vitest('rules'), minutes: 20, uses: ['pdftotext'] },
  reports: { command: vitest('reports'), minutes: 20, uses: ['soffice', 'xmllint', 'chromium', 'pdftotext'] },
  agents: { command: vitest('agents'), minutes: 10, uses: ['npm registry'] },
  documentation: { command: vitest('documentation'), minutes: 20, needs: ['curl'] },
  clients: {
    command: vitest('clients'),
    minutes: 20,
    needs: ['npm registry'],
    uses: ['Python registry', 'Go registry'],
  },
  packages: { command: vitest('packages'), minutes: 30, needs: ['git', 'npm registry'] },
  transcripts: { command: vitest('transcripts'), minutes: 20, needs: ['chromium'] },
  walks: { command: vitest('walks'), minutes: 40, needs: ['chromium'], uses: ['soffice', 'ffmpeg'] },
  hostile: {
    command: [
      ...vitest('hostile'),
      ...['--maxWorkers', '2'],
      ...['--reporter', 'default', '--reporter', './test/support/test-log.ts'],
      ...['--reporter', './test/long/hostile/support/reporter.ts'],
    ],
    minutes: 60,
    uses: ['ffmpeg'],
  },
  faults: { command: vitest('faults'), minutes: 30, uses: ['redis-server'] },
  operations: { command: vitest('operations'), minutes: 30, uses: ['nginx', 'caddy', 'redis-server'] },
  exam: { command: vitest('exam'), minutes: 30 },
  'exam-by-words': { command: ['npx', 'tsx', 'tools/exam.ts', 'words', '--short'], minutes: 15 },
  'exam-gullible': {
    command: ['npx', 'tsx', 'tools/exam.ts', 'gullible', '--short'],
    minutes: 15,
  },
  model: { command: vitest('model'), minutes: 60, needs: ['Python registry'] },
  patterns: { command: vitest('patterns'), minutes: 60 },
  fuzz: {
    command: script('test/long/fuzz/run.ts', '--max-time', '60', '--seed', '1'),
    minutes: 10,
    needs: ['Python registry'],
  },
  servers: {
    command: ['test/support/with-servers', 'test/long/servers/run'],
    minutes: 60,
    uses: ['redis-server', 'Go registry', 'mvn'],
  },
  image: {
    command: ['unshare', '--mount', ...script('test/long/image/run.ts')],
    minutes: 30,
    needs: ['root', 'debootstrap', 'identify', 'npm registry'],
  },
};

/** What a suite can need that is no program, and how to find out whether it is here. */
const probes = {
  root: ['sh', '-c', 'test "$(id -u)" -eq 0 && unshare --mount true'],
  'npm registry': ['npm', 'view', 'is-number', 'version'],
  'Python registry': [
    'sh',
    '-c',
    'python3 -c "import venv, ensurepip" && python3 -m pip download --no-deps --quiet --dest "$(mktemp -d)" six',
  ],
  'Go registry': ['sh', '-c', 'cd "$(mktemp -d)" && go list -m golang.org/x/text@latest'],
};

/** @type {Map<string, boolean>} */
const known = new Map();

/** @param {string} name */
function isHere(name) {
  const probe = probes[/** @type {keyof typeof probes} */ (name)] ?? ['sh', '-c', `command -v ${name}`];
  const here = known.get(name) ?? spawnSync(probe[0] ?? '', probe.slice(1), { timeout: 60_000 }).status === 0;
  known.set(name, here);
  return here;
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in suites));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no suite ${unknown.join(', ')}. The suites are ${Object.keys(suites).join(', ')}.\n`,
  );
  process.exit(2);
}
const steps = Object.entries(suites)
  .filter(([name]) => named.length === 0 || named.includes(name))
  .map(([name, { command, minutes, needs = [], uses = [] }]) => {
    const missing = needs.filter((one) => !isHere(one));
    const less = uses.filter((one) => !isHere(one));
    return {
      name,
      command,
      limitSeconds: minutes * 60,
      ...(missing.length > 0 && { skipped: `there is no ${missing.join(', no ')}` }),
      ...(less.length > 0 && { without: less.join(', ') }),
    };
  });
process.exit((await runSteps(steps)) ? 0 : 1);
