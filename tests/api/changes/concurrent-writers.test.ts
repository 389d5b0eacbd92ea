import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Transaction } from 'kysely';
import { newestCursor, readChanges } from '#server/core/changes/read-changes.ts';
import type { Tables } from '#server/db/tables.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { newObject, made, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';
import { prng } from '#tests/support/prng.ts';

const CONTEXT = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
/** Transactions that are open at the same time; each ends long after others that began later. */
const OPEN = 5;
const STEPS = 400;
const PAGE = 7;

type Table = Map<string, string>;

/** A transaction that stays open over several steps, and ends as it is asked to. */
class OpenWrite {
  readonly trx: Transaction<Tables>;
  readonly #end: (commit: boolean) => void;
  readonly #done: Promise<unknown>;
  /** Records that it holds locked. */
  readonly held = new Set<string>();

  private constructor(trx: Transaction<Tables>, end: (commit: boolean) => void, done: Promise<unknown>) {
    [this.trx, this.#end, this.#done] = [trx, end, done];
  }

  static begin(test: TestApp): Promise<OpenWrite> {
    const begun = Promise.withResolvers<OpenWrite>();
    const ended = Promise.withResolvers<boolean>();
    const done: Promise<unknown> = test.store.database.db
      .transaction()
      .execute(async (trx) => {
        begun.resolve(
          new OpenWrite(
            trx,
            ended.resolve,
            Promise.resolve().then(() => done),
          ),
        );
        if (!(await ended.promise)) throw new Error('rolled back');
      })
      .catch(() => undefined);
    return begun.promise;
  }

  async end(commit: boolean): Promise<void> {
    this.#end(commit);
    await this.#done;
  }
}

// Only there can transactions overlap.
describe.skipIf(!onPostgres)('A follower of the change log', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp();
    made(await saveDefinition(test, newObject('Note', [{ apiName: 'text', type: 'text', label: '文字' }])));
  });
  afterAll(() => test.close());
  const db = () => test.store.database.db;

  const rowsOf = async (ids?: readonly string[]): Promise<Table> => {
    const some = ids ? sql`where id = any(${ids}::bigint[])` : sql``;
    const { rows } = await sql<{ id: string; text: string }>`
      select id::text, text || ' ' || version as text from "Note" ${some}`.execute(db());
    return new Map(rows.map(({ id, text }) => [id, text]));
  };

  /** What a change leads to, at once or later: the record as it is, or none. */
  const apply = async (copy: Table, ids: readonly string[]) => {
    const now = await rowsOf(ids);
    for (const id of ids) {
      const text = now.get(id);
      if (text === undefined) copy.delete(id);
      else copy.set(id, text);
    }
  };

  it('has the same records as the table in the end, whatever overlaps; one that goes by the numbers alone has not', async () => {
    const random = prng(37);
    let cursor = await newestCursor(db());
    let [last, names] = ['0', 0];
    const [copy, naive]: [Table, Table] = [new Map(), new Map()];
    const open: OpenWrite[] = [];
    const follow = async () => {
      const page = await readChanges(db(), cursor, PAGE);
      await apply(
        copy,
        page.changes.map(({ id }) => id),
      );
      cursor = page.cursor;
      return page.more;
    };
    const followNumbers = async () => {
      const { rows } = await sql<{ seq: string; id: string }>`
        select seq::text, record_id::text as id from change_log where seq > ${last}::bigint order by seq`.execute(db());
      await apply(
        naive,
        rows.map(({ id }) => id),
      );
      last = rows.at(-1)?.seq ?? last;
    };
    const write = async (one: OpenWrite) => {
      const { writer } = test.services;
      const text = `第 ${(names += 1)} 次`;
      const held = new Set(open.flatMap((other) => [...other.held]));
      const free = [...(await rowsOf()).keys()].filter((id) => !held.has(id));
      const id = free.length > 0 ? random.pick(free) : undefined;
      if (id === undefined || random.chance(0.5)) {
        one.held.add((await writer.create('Note', `note-key-${names}`, { text }, CONTEXT, one.trx)).id);
        return;
      }
      one.held.add(id);
      const { version } = await writer.read(one.trx, 'Note', id);
      await writer.update('Note', id, version, { text }, CONTEXT, one.trx);
    };
    for (let step = 0; step < STEPS; step += 1) {
      const turn = random.next();
      if (open.length < OPEN && turn < 0.3) open.push(await OpenWrite.begin(test));
      else if (turn < 0.35) {
        // Removals are transactions of their own here.
        const held = new Set(open.flatMap((other) => [...other.held]));
        const id = [...(await rowsOf()).keys()].find((one) => !held.has(one));
        if (id !== undefined) await test.services.writer.remove('Note', id, CONTEXT);
      } else if (open.length > 0 && turn < 0.7) await write(random.pick(open));
      else if (open.length > 0 && turn < 0.85) {
        const [ending] = open.splice(random.int(0, open.length - 1), 1);
        await ending?.end(random.chance(0.75));
      }
      if (random.chance(0.3)) await follow();
      if (random.chance(0.3)) await followNumbers();
    }
    for (const one of open) await one.end(true);
    await settledChanges(db());
    // Other databases of the server hold readers back: the first pages may be of records that are gone by now.
    for (let more = true; more;) more = await follow();
    await followNumbers();
    const table = await rowsOf();
    expect(table.size).toBeGreaterThan(10);
    expect(copy).toEqual(table);
    expect(naive).not.toEqual(table);
  });

  it('waits for a long transaction and then has everything that was committed meanwhile', async () => {
    await settledChanges(db());
    const cursor = await newestCursor(db());
    const { writer } = test.services;
    const long = await OpenWrite.begin(test);
    const { id: early } = await writer.create('Note', 'long-note-1', { text: '先写后提交' }, CONTEXT, long.trx);
    const { id: late } = await writer.create('Note', 'long-note-2', { text: '后写先提交' }, CONTEXT);
    expect((await readChanges(db(), cursor, 10)).changes).toEqual([]);
    await long.end(true);
    await settledChanges(db());
    expect((await readChanges(db(), cursor, 10)).changes.map(({ id }) => id)).toEqual([early, late]);
  });
});
