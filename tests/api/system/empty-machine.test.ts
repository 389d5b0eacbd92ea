import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MANUAL = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
const CHAPTER = MANUAL.slice(MANUAL.indexOf('\n# From an empty machine'), MANUAL.indexOf('\n# 从空机器到恢复'));
const MOST = 20;
const PASSWORD = 'orchard lantern 47';
const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-machine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The content of a block of code of the chapter. */
const block = (language: string): string => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(CHAPTER)?.[1] ?? '';
const commands = block('sh').trim().split('\n');
const install = ['git clone https://git.example/jingtu.git /opt/jingtu', 'cd /opt/jingtu', 'npm ci'];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
const port = await freePort();

/** As the manual has it, but in folders of the test and on a port that is free. */
const here = (command: string): string =>
  command
    .replaceAll('/var/lib/jingtu', path.join(folder, 'data'))
    .replaceAll('/backups', path.join(folder, 'backups'))
    .replaceAll(/companies\.(?:csv|json)/g, (name) => path.join(folder, name))
    .replace('PORT=3600', `PORT=${port}`);

/** Starts the server by the commands as an operator types them. */
async function serve(script: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = spawn('bash', ['-ec', `${script.replace('npm start', 'exec node src/server/main.ts')}`], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '' },
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  let printed = '';
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (found !== undefined) resolve(found);
    });
    server.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    server.once('close', () => reject(new Error(printed)));
  });
  return {
    address,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

describe('the commands of the manual from an empty machine to a restored one', () => {
  it('are twenty at most, of which the first three install', () => {
    expect(commands.slice(0, install.length)).toEqual(install);
    expect(commands.length).toBeLessThanOrEqual(MOST);
  });

  it('make staff, import, back up, lose everything, restore, verify, and serve what was there', async () => {
    mkdirSync(path.join(folder, 'backups'));
    writeFileSync(path.join(folder, 'companies.csv'), block('csv'));
    writeFileSync(path.join(folder, 'companies.json'), block('json'));
    const steps = commands.slice(install.length).map(here);
    const exports = steps.filter((step) => step.startsWith('export '));
    const [start = '', ...before] = steps.filter((step) => !step.startsWith('export ')).toReversed();
    // One key for all commands, as one shell has it.
    const script = [...exports, ...before.toReversed(), 'echo "key:$SECRET_KEY"'].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-ec', script], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: '' },
    });
    const key = /key:(\S+)/.exec(stdout)?.[1] ?? '';
    const server = await serve([...exports, `export SECRET_KEY=${key}`, start].join('\n'));
    try {
      const call = async (target: string, body: BodyInit, cookie = '') => {
        const json = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
        const headers = { origin: server.address, cookie, ...json };
        return fetch(`${server.address}${target}`, { method: 'POST', headers, body });
      };
      const ticket = /ticket=([\w-]+)/.exec(stdout)?.[1] ?? '';
      expect((await call('/api/resetpasswd/set', new URLSearchParams({ ticket, passwd: PASSWORD }))).status).toBe(200);
      const signedIn = await call(
        '/api/p/passport/sign_in',
        new URLSearchParams({ username: '13800138000', password: PASSWORD }),
      );
      const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0];
      const list = await call('/api/metadata/data/getLayoutAndDataList', '{"objectApiName":"InsightCompany"}', cookie);
      const { data } = (await list.json()) as { data: { list: { name: string }[] } };
      expect(data.list.map(({ name }) => name).toSorted()).toEqual(['示例生物', '示例科技']);
    } finally {
      await server.stop();
    }
  });
});
