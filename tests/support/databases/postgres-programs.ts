import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { Client } from 'pg';

export interface PostgresPrograms {
  /** Folder of the programs. */
  readonly bin: string;
  /** Arguments of initdb by which databases sort texts as those of the server do. */
  readonly locale: readonly string[];
}

/** Where the programs of a running server are, and how its databases sort texts. */
export async function postgresPrograms(url: string): Promise<PostgresPrograms> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bin: string; collate: string; ctype: string }>(
    `select setting as bin, datcollate as collate, datctype as ctype
       from pg_config, pg_database where name = 'BINDIR' and datname = 'template1'`,
  );
  await client.end();
  const [{ bin, collate, ctype } = { bin: '', collate: 'C', ctype: 'C' }] = rows;
  return { bin, locale: ['--locale=C', `--lc-collate=${collate}`, `--lc-ctype=${ctype}`] };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** PostgreSQL refuses to run as root: the user whose processes and files its own are. */
export function postgresUser(): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** An empty folder that the user of PostgreSQL owns. */
export function ownedFolder(folder: string): string {
  const data = mkdtempSync(path.join(folder, 'jingtu-own-postgres-'));
  const user = postgresUser();
  if ('uid' in user) chownSync(data, user.uid, user.gid);
  return data;
}

/** A folder with the data of a new server. */
export function newDataFolder({ bin, locale }: PostgresPrograms, folder: string): string {
  const data = ownedFolder(folder);
  execFileSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale], {
    ...postgresUser(),
    cwd: data,
    stdio: 'pipe',
  });
  return data;
}
