import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findLocalPostgres } from './local-postgres.ts';
import { freePort, newDataFolder, ownedFolder, postgresPrograms, postgresUser } from './postgres-programs.ts';
import { quickFolder } from './quick-folder.ts';

const run = promisify(execFile);
const AGAIN_MS = 20;
/** By this name the writer knows the standby that it waits for. */
const STANDBY = 'standby';

interface Server {
  readonly port: number;
  readonly data: string;
  readonly process: ChildProcess;
}

/**
 * A PostgreSQL with a synchronous standby, both of a test's own. The writer can be killed and the standby promoted, after
 * which the one that was killed comes back as the standby.
 */
export interface OwnCluster {
  /** Names both servers. */
  readonly url: string;
  /** One server each, in the order of `url`. */
  readonly urls: readonly string[];
  /** kill -9 of the server that writes; settles when the standby has taken its place. */
  readonly failOver: () => Promise<void>;
  /** The server that was killed comes back as standby; settles when commits wait for it. */
  readonly restore: () => Promise<void>;
  /** Stops every process of the writer without closing a connection, as a frozen machine does. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  /** A further standby, for which commits do not wait: it follows the first writer, and no other. */
  readonly addReplica: (settings?: readonly string[]) => Promise<OwnReplica>;
  readonly stop: () => Promise<void>;
}

/** A standby that answers reads. */
export interface OwnReplica {
  readonly url: string;
  /** kill -9 of the server. */
  readonly kill: () => Promise<void>;
  /** The server that was killed comes back. */
  readonly revive: () => Promise<void>;
  /** As the writer's; `thaw` of the cluster ends it. */
  readonly freeze: () => Promise<void>;
  /** It receives the log and stays where it is, until it goes on. */
  readonly pause: () => Promise<void>;
  readonly goOn: () => Promise<void>;
}

/** Commits wait for the standby to have written them, and not for a disk. */
const SETTINGS = ['fsync=off', 'max_connections=200', 'wal_keep_size=256MB', 'hot_standby_feedback=on'];

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Asks again until the answer is true. */
async function until(answer: () => Promise<boolean>): Promise<void> {
  while (!(await answer().catch(() => false))) await wait(AGAIN_MS);
}

/** Starts a cluster from the same programs as the local PostgreSQL. `settings` are those of the standby beside the usual ones. */
export async function startOwnCluster(
  settings: readonly string[] = [],
): Promise<OwnCluster | { readonly absent: string }> {
  const local = await findLocalPostgres();
  if ('absent' in local) return local;
  const programs = await postgresPrograms(local.url);
  const user = postgresUser();
  const ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `postgres://postgres@127.0.0.1:${port}/postgres`);
  const urlOf = (port: number) => urls[ports.indexOf(port)] ?? '';
  let frozen: number[] = [];

  async function launch(port: number, data: string, more: readonly string[], url = urlOf(port)): Promise<Server> {
    const given = ['listen_addresses=127.0.0.1', ...SETTINGS, ...more].flatMap((setting) => ['-c', setting]);
    const args = ['-D', data, '-p', String(port), '-k', data, ...given];
    const server = spawn(path.join(programs.bin, 'postgres'), args, { ...user, cwd: data, stdio: 'ignore' });
    await until(async () => (await ask(url, 'select 1')).length === 1);
    return { port, data, process: server };
  }

  /** A copy of the writer in a folder of its own, and how it finds the writer. */
  async function copyOf({ port }: Server, name: string): Promise<{ data: string; follows: string }> {
    const data = ownedFolder(quickFolder());
    const from = `host=127.0.0.1 port=${port} user=postgres application_name=${name}`;
    const args = ['-D', data, '-d', from, '-R', '-c', 'fast', '-X', 'stream', '--no-sync'];
    await run(path.join(programs.bin, 'pg_basebackup'), args, { ...user, cwd: data });
    return { data, follows: `primary_conninfo=${from}` };
  }

  /** A copy of the writer that follows it, and that it waits for. */
  async function follow(writer: Server, port: number): Promise<Server> {
    const { data, follows } = await copyOf(writer, STANDBY);
    const standby = await launch(port, data, [follows, ...settings]);
    await ask(urlOf(writer.port), `alter system set synchronous_standby_names = '${STANDBY}'`);
    await ask(urlOf(writer.port), 'select pg_reload_conf()');
    await until(async () => {
      const rows = await ask(urlOf(writer.port), `select from pg_stat_replication where sync_state = 'sync'`);
      return rows.length === 1;
    });
    return standby;
  }

  async function kill({ process: server, data }: Server): Promise<void> {
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
    rmSync(data, { recursive: true, force: true });
  }

  async function freeze({ data }: Server): Promise<void> {
    const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // The server first, so that it starts no further process.
    process.kill(pid, 'SIGSTOP');
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]);
    const children = stdout.split('\n').map(Number).filter(Boolean);
    for (const child of children) process.kill(child, 'SIGSTOP');
    frozen = [...children, pid];
  }

  async function thaw(): Promise<void> {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    frozen = [];
  }

  const [first = 0, second = 0] = ports;
  let writer = await launch(first, newDataFolder(programs, quickFolder()), []);
  let standby: Server | undefined = await follow(writer, second);
  const replicas = new Set<{ server: Server }>();

  return {
    url: `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`,
    urls,
    async failOver() {
      if (!standby) throw new Error('there is no standby');
      const gone = writer;
      const ended = once(gone.process, 'exit');
      gone.process.kill('SIGKILL');
      await ended;
      const next = standby;
      // Before the promotion: a writer that waits for a standby which is not there would never commit.
      await ask(urlOf(next.port), 'select pg_promote()');
      await until(async () => {
        const [row] = await ask<{ standby: boolean }>(urlOf(next.port), 'select pg_is_in_recovery() as standby');
        return row?.standby === false;
      });
      await ask(urlOf(next.port), 'alter system reset synchronous_standby_names');
      await ask(urlOf(next.port), 'select pg_reload_conf()');
      rmSync(gone.data, { recursive: true, force: true });
      writer = next;
      standby = undefined;
    },
    async restore() {
      standby = await follow(writer, ports.find((port) => port !== writer.port) ?? 0);
    },
    freeze: () => freeze(writer),
    thaw,
    async addReplica(more = []) {
      const port = await freePort();
      const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
      const { data, follows } = await copyOf(writer, 'replica');
      const held = { server: await launch(port, data, [follows, ...more], url) };
      replicas.add(held);
      return {
        url,
        async kill() {
          const ended = once(held.server.process, 'exit');
          held.server.process.kill('SIGKILL');
          await ended;
        },
        async revive() {
          held.server = await launch(port, data, [follows, ...more], url);
        },
        freeze: () => freeze(held.server),
        pause: async () => void (await ask(url, 'select pg_wal_replay_pause()')),
        goOn: async () => void (await ask(url, 'select pg_wal_replay_resume()')),
      };
    },
    async stop() {
      await thaw();
      for (const { server } of replicas) await kill(server);
      for (const server of standby ? [standby, writer] : [writer]) await kill(server);
    },
  };
}
