import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort, ownedFolder, postgresUser } from './postgres-programs.ts';
import { quickFolder } from './quick-folder.ts';

const AGAIN_MS = 20;
const PROGRAM = 'pgbouncer';

/** A PgBouncer that lends connections for a transaction at a time. */
export interface OwnPooler {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Is there a PgBouncer on this machine? */
export function hasPooler(): boolean {
  try {
    execFileSync(PROGRAM, ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** Starts one before a database, with so few connections that all who use it share them. */
export async function startOwnPooler(url: string, connections: number): Promise<OwnPooler> {
  const { hostname, port: databasePort, pathname, username } = new URL(url);
  const folder = ownedFolder(quickFolder());
  const port = await freePort();
  const database = pathname.slice(1);
  const file = path.join(folder, 'pgbouncer.ini');
  const users = path.join(folder, 'users.txt');
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(
    file,
    [
      '[databases]',
      `${database} = host=${hostname} port=${databasePort || 5432} dbname=${database} user=${username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 500',
    ].join('\n'),
  );
  const user = postgresUser();
  if ('uid' in user) for (const each of [file, users]) chownSync(each, user.uid, user.gid);
  const server = spawn(PROGRAM, [file], { ...user, cwd: folder, stdio: 'ignore' });
  const pooled = `postgres://${username}@127.0.0.1:${port}/${database}`;
  for (;;) {
    const client = new Client({ connectionString: pooled });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      await client.end();
      break;
    } catch {
      if (server.exitCode !== null) throw new Error('PgBouncer ended instead of starting');
      await wait(AGAIN_MS);
    }
  }
  return {
    url: pooled,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
