import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findLocalPostgres } from './local-postgres.ts';
import { freePort, newDataFolder, postgresPrograms, postgresUser } from './postgres-programs.ts';

const AGAIN_MS = 20;
/** Times that a server may end by itself before it is not tried again. */
const ENDS = 500;

/** A PostgreSQL server of a test's own, that may be killed. */
export interface OwnPostgres {
  readonly url: string;
  /** kill -9 of one process that works for a client: the server takes down the others and recovers. */
  readonly killBackend: () => Promise<void>;
  /** kill -9 of the server itself, which is started again. Both settle when it takes connections. */
  readonly killServer: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Ends it at once, for a process that is ending itself. */
  readonly abandon: () => void;
}

/** Where a server of a test's own keeps its data, and the settings in which it differs from the defaults of PostgreSQL. */
export interface OwnSettings {
  readonly folder: string;
  readonly settings: readonly string[];
}

/** As PostgreSQL comes: commits wait for the disk. */
const AS_IT_COMES: OwnSettings = { folder: tmpdir(), settings: [] };

/** Starts one from the same programs as the local PostgreSQL, that sorts as it does. */
export async function startOwnPostgres({ folder, settings }: OwnSettings = AS_IT_COMES): Promise<
  OwnPostgres | { readonly absent: string }
> {
  const local = await findLocalPostgres();
  if ('absent' in local) return local;
  const programs = await postgresPrograms(local.url);
  const { bin } = programs;
  const data = newDataFolder(programs, folder);
  const user = postgresUser();
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess;

  const connect = async (): Promise<Client> => {
    for (let ends = 0; ;) {
      const client = new Client({ connectionString: url });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return client;
      } catch {
        // What an earlier one left behind keeps it from starting for a moment.
        if (server.exitCode !== null) {
          ends += 1;
          if (ends > ENDS) throw new Error('PostgreSQL ends whenever it is started');
          start();
        }
        await wait(AGAIN_MS);
      }
    }
  };
  const isThere = async () => (await connect()).end();
  const start = () => {
    const given = ['listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting]);
    const args = ['-D', data, '-p', String(port), '-k', data, ...given];
    server = spawn(path.join(bin, 'postgres'), args, { ...user, cwd: data, stdio: 'ignore' });
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
    abandon() {
      server.kill('SIGQUIT');
      rmSync(data, { recursive: true, force: true });
    },
  };
}
