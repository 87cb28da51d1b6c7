import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentedBlocks } from '../../support/documented-shell.ts';
import { claimPort } from '../../support/ports.ts';
import { waitFor } from '../../support/wait.ts';

/** The name of the site in docs/operations.md. */
export const siteName = 'proviso.example.org';

/** A proxy with TLS in front of a service, with the configuration of docs/operations.md. */
export type TlsProxy = { port: number; certificate: string; stop(): Promise<void> };

type Places = { folder: string; port: number; service: number; certificate: string; key: string };

/** How to run a kind of proxy. `written` is what the page says, with the ports and certificates of the test. */
type Kind = {
  program: string;
  language: string;
  written(block: string, places: Places): string;
  command(file: string, places: Places): string[];
};

const nginx: Kind = {
  program: 'nginx',
  language: 'nginx',
  written(block, { folder, port, service, certificate, key }) {
    const server = block
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('/etc/ssl/proviso.pem', certificate)
      .replace('/etc/ssl/proviso.key', key)
      .replace('127.0.0.1:3000', `127.0.0.1:${service}`);
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const main = `${user} daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}`;
    return `${main}\nhttp { access_log off; ${own.join(' ')}\n${server}}\n`;
  },
  command: (file, { folder }) => ['nginx', '-p', folder, '-e', 'stderr', '-c', file],
};

const caddy: Kind = {
  program: 'caddy',
  language: 'caddyfile',
  written(block, { port, service, certificate, key }) {
    // The test has no domain, for which Caddy would get a certificate.
    const site = block
      .replace(
        `${siteName} {`,
        `https://${siteName}:${port} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}`,
      )
      .replace('127.0.0.1:3000', `127.0.0.1:${service}`);
    return `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`;
  },
  command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
};

export const kinds = { nginx, caddy };

export function isInstalled({ program }: Kind): boolean {
  return spawnSync(program, [program === 'nginx' ? '-v' : 'version']).error === undefined;
}

/** Starts a proxy in front of the service on this port, and waits until it accepts connections. */
export async function startProxy(kind: Kind, service: number): Promise<TlsProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-proxy-'));
  const [certificate, key] = [join(folder, 'proviso.pem'), join(folder, 'proviso.key')];
  const names = ['-subj', `/CN=${siteName}`, '-addext', `subjectAltName=DNS:${siteName}`];
  const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key];
  execFileSync('openssl', [...self, '-out', certificate, ...names], { stdio: 'ignore' });
  const places = { folder, port: await claimPort(), service, certificate, key };
  const [block = ''] = documentedBlocks('docs/operations.md', 'Behind a proxy with TLS', kind.language);
  const file = join(folder, 'configuration');
  writeFileSync(file, kind.written(block, places));
  mkdirSync(join(folder, 'home'));
  const [program = '', ...words] = kind.command(file, places);
  const child = spawn(program, words, {
    env: { ...process.env, HOME: join(folder, 'home') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages += text;
  });
  await waitFor(async () => {
    if (child.exitCode !== null || !existsSync(folder)) throw new Error(messages);
    const socket = connect(places.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  return {
    port: places.port,
    certificate: readFileSync(certificate, 'utf8'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
