import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findLocalPostgres } from './local-postgres.ts';

const AGAIN_MS = 20;

/** A PostgreSQL server of a test's own, that may be killed. */
export interface OwnPostgres {
  readonly url: string;
  /** kill -9 of one process that works for a client: the server takes down the others and recovers. */
  readonly killBackend: () => Promise<void>;
  /** kill -9 of the server itself, which is started again. Both settle when it takes connections. */
  readonly killServer: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function binaries(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ setting: string }>(`select setting from pg_config where name = 'BINDIR'`);
  await client.end();
  return rows[0]?.setting ?? '';
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** It refuses to run as root. */
function owner(): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Starts one from the same binaries as the local PostgreSQL, with its own defaults: commits wait for the disk. */
export async function startOwnPostgres(): Promise<OwnPostgres | { readonly absent: string }> {
  const local = await findLocalPostgres();
  if ('absent' in local) return local;
  const folder = await binaries(local.url);
  const data = mkdtempSync(path.join(tmpdir(), 'jingtu-own-postgres-'));
  const user = owner();
  if ('uid' in user) chownSync(data, user.uid, user.gid);
  execFileSync(path.join(folder, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...user,
    cwd: data,
  });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess;

  const connect = async (): Promise<Client> => {
    for (;;) {
      const client = new Client({ connectionString: url });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return client;
      } catch {
        // What an earlier one left behind keeps it from starting for a moment.
        if (server.exitCode !== null) start();
        await wait(AGAIN_MS);
      }
    }
  };
  const isThere = async () => (await connect()).end();
  const start = () => {
    const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', data];
    server = spawn(path.join(folder, 'postgres'), args, { ...user, cwd: data, stdio: 'ignore' });
  };
  start();
  await isThere();

  return {
    url,
    async killBackend() {
      const client = await connect();
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
          order by state = 'active' desc, random() limit 1`,
      );
      // Its end takes this connection along.
      const ended = new Promise((resolve) => client.once('end', resolve));
      if (!rows[0]) throw new Error('no client is connected');
      process.kill(rows[0].pid, 'SIGKILL');
      await ended;
      await isThere();
    },
    async killServer() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      start();
      await isThere();
    },
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
