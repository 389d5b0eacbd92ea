import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { embeddedFolder } from '#server/db/embedded-folder.ts';
import { isNewCluster, KeptCluster } from '#server/db/kept-cluster.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-kept-cluster-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (...parts: string[]): string => path.join(folder, ...parts);
const kept = (version = '1.0.0'): KeptCluster => new KeptCluster(at('kept'), version);

/** Files as a database has them. */
function cluster(name: string): string {
  mkdirSync(at(name, 'base'), { recursive: true });
  writeFileSync(at(name, 'PG_VERSION'), '18\n');
  writeFileSync(at(name, 'base', '1'), `pages of ${name}`);
  return at(name);
}

describe('the files of an empty database', () => {
  it('are copied once they are kept, and none are before', async () => {
    expect(kept().copyTo(at('one'))).toBe(false);
    expect(existsSync(at('one'))).toBe(false);
    const keeping = kept().keep(cluster('first'));
    writeFileSync(at('first', 'base', '1'), 'what was written to it since');
    await keeping;
    expect(isNewCluster(at('two'))).toBe(true);
    expect(kept().copyTo(at('two'))).toBe(true);
    expect(isNewCluster(at('two'))).toBe(false);
    expect(readFileSync(at('two', 'base', '1'), 'utf8')).toBe('pages of first');
    expect(readdirSync(folder).toSorted()).toEqual(['first', 'kept', 'two']);
  });

  it('are kept for one version of the engine, and as the first process has made them', async () => {
    await kept('1.0.0').keep(cluster('old'));
    cluster('kept/1.0.1.99-1.part');
    expect(kept('1.0.1').copyTo(at('one'))).toBe(false);
    await kept('1.0.1').keep(cluster('first'));
    await kept('1.0.1').keep(cluster('second'));
    expect(readdirSync(at('kept'))).toEqual(['1.0.1']);
    expect(readFileSync(at('kept', '1.0.1', 'base', '1'), 'utf8')).toBe('pages of first');
  });

  it('do not take the place of files that are there, and need no place where they can be kept', async () => {
    await kept().keep(cluster('first'));
    cluster('used');
    expect(kept().copyTo(at('used'))).toBe(false);
    expect(readFileSync(at('used', 'base', '1'), 'utf8')).toBe('pages of used');
    expect(existsSync(at('used.part'))).toBe(false);
    const nowhere = new KeptCluster(at('first', 'PG_VERSION', 'below'), '1.0.0');
    await nowhere.keep(at('first'));
    expect(nowhere.copyTo(at('one'))).toBe(false);
  });

  it('hold nothing of the databases that begin with them', async () => {
    const contents: number[] = [];
    for (const name of ['one', 'two']) {
      const database = await openDatabase({ dataDir: at(name) });
      await database.pool.query('create table mine (word text)');
      const { rows } = await database.pool.query<{ tables: number }>(
        "select count(*)::integer as tables from pg_tables where schemaname = 'public'",
      );
      contents.push(rows[0]?.tables ?? 0);
      await database.close();
      expect(isNewCluster(embeddedFolder(at(name)))).toBe(false);
    }
    expect(contents).toEqual([1, 1]);
  });
});
