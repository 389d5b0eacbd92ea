import { spawn } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { openAutomationWorld } from '#tests/support/automation/automation-world.ts';
import { prng } from '#tests/support/prng.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

const CHILD = path.join(import.meta.dirname, '../../support/automation/automation-child.ts');
/** More rounds, e.g. AUTOMATION_KILLS=200. */
const KILLS = Number(process.env['AUTOMATION_KILLS'] ?? 8);
const LAST_PLACE = 24;
const MADE_AT_ONCE = 2;

function run(address: object, killAt: number, name: string, makes = MADE_AT_ONCE) {
  const child = spawn(process.execPath, [CHILD, JSON.stringify({ ...address, killAt, makes, name })], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (data) => (words += String(data)));
  return new Promise<{ signal: string | null; code: number | null; words: string }>((resolve) =>
    child.on('exit', (code, signal) => resolve({ signal, code, words })),
  );
}

/** What each thing came to have: notices about it, writes of rules in its history, and runs that are not done. */
const effects = sql<{ notices: string; writes: string; dates: string; open: string }>`
  select (select count(*) from notice n where n.body = t.name || '：新')::text as notices,
    (select count(*) from record_history h where h.object_api_name = 'Thing' and h.record_id = t.id
      and h.origin like 'automation:%')::text as writes,
    (select count(*) from notice n where n.body = t.name || '：到期')::text as dates,
    (select count(*) from automation_run r where r.record_id = t.id and r.state <> 'done')::text as open
  from "Thing" t`;

it(`everything that happened has its effects once, though processes are killed ${KILLS} times`, async () => {
  const world = await openAutomationWorld();
  const { store } = world.app;
  await world.rule({
    title: '通知',
    trigger: 'created',
    action: 'notify',
    recipients: ['owner'],
    words: '新',
    perMinute: 600,
    perDay: 100000,
  });
  await world.rule({
    title: '填写',
    trigger: 'created',
    action: 'setField',
    targetField: 'note',
    targetValue: '记',
    perMinute: 600,
    perDay: 100000,
  });
  await world.rule({
    title: '到期',
    trigger: 'dateReached',
    dateField: 'due',
    action: 'notify',
    recipients: ['owner'],
    words: '到期',
    perMinute: 600,
    perDay: 100000,
  });
  if (!onPostgres) {
    await world.app.app.close();
    await store.release();
  }
  const random = prng(7);
  const place = () => 1 + Math.floor(random.next() * LAST_PLACE);
  let killed = 0;
  for (let round = 0; killed < KILLS; round += 1) {
    // On PostgreSQL two processes are at it at a time.
    const ends = await Promise.all(
      Array.from({ length: onPostgres ? 2 : 1 }, (_, at) => run(store.address, place(), `${round}-${at}`)),
    );
    expect(ends.map(({ words }) => words).join('')).toBe('');
    killed += ends.filter(({ signal }) => signal === 'SIGKILL').length;
  }
  if (onPostgres) await settledChanges(store.database.db);
  expect(await run(store.address, 0, 'last', 0)).toEqual({ signal: null, code: 0, words: '' });
  const after = onPostgres ? store.database : await openDatabase(store.address);
  const { rows } = await effects.execute(after.db);
  if (!onPostgres) await after.close();
  expect(rows.length).toBeGreaterThan(KILLS);
  expect(rows.filter(({ notices, writes, dates, open }) => `${notices}${writes}${dates}${open}` !== '1110')).toEqual(
    [],
  );
  await store.drop();
});
