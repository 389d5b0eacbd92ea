import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killWhileSending } from '#tests/support/chat/chat-kills.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openInstalledDatabase } from '#tests/support/databases/kept-databases.ts';

const KILLS = onPostgres ? 6 : 3;
let store: TestDatabase;

beforeAll(async () => {
  store = await openInstalledDatabase();
  // The processes that follow need an embedded database to themselves.
  await store.release();
});
afterAll(() => store.drop());

describe('servers killed while they store messages', () => {
  it('lose none that they acknowledged, double none that is sent again, and leave no gap', async () => {
    const plan = { kills: KILLS, acknowledged: 21, seed: 7, longestMs: 300 };
    const report = await killWhileSending({ ...plan, database: store.address });
    expect(report).toMatchObject({ lost: 0, doubled: 0, gaps: 0, wrongUnread: 0, brokenClocks: 0 });
    expect(report.kills).toBeGreaterThanOrEqual(KILLS);
    expect(report.acknowledged).toBeGreaterThan(20);
  });
});
