import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { type Contact, type ContactWorld, openContactWorld } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { browserOf } from '#tests/support/account/people.ts';
import { ROUTES } from '#tests/support/app/routes.ts';
import type { Who } from '#tests/support/app/test-app.ts';

const PEOPLE: readonly Who[] = ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip', 'staff'];
/** A stream has no end to wait for, and leaving ends the session. */
const LEFT_OUT = new Set(['followEvents', 'signOut']);
let world: ContactWorld;
let owner: Contact;
/** Every form in which the values of the owner could be read. */
let values: readonly string[];
let bought: string;

const holds = (text: string): string[] => values.filter((value) => text.includes(value));

beforeAll(async () => {
  world = await openContactWorld();
  owner = await world.contact();
  made(await owner.send('POST', '/api/rong/sixin/settings', { phone: '19900000555' }));
  values = [owner.phone.slice(3), '19900000555', owner.weixin, owner.email];
  const buyer = await world.person(['ORG_INVESTOR']);
  await world.giveCoins(buyer.uid, 60);
  bought = JSON.stringify(made(await buyer.buy(owner.uid)));
  const looked = new URLSearchParams({ uid: owner.uid, reason: '核实身份' });
  made(await world.staff.send('POST', '/api/rong/dealContact', looked));
});
afterAll(() => world.close());

describe('contact values', () => {
  it('reach a user who bought them, as they are now', () => {
    expect(holds(bought)).toEqual(values.slice(1));
  });

  it('are in plain text in no row of any table', async () => {
    const { pool } = world.test.services.database;
    const { rows: tables } = await pool.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    expect(tables.length).toBeGreaterThan(30);
    let rows = 0;
    for (const { name } of tables) {
      const { rows: texts } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`);
      rows += texts.length;
      for (const { text } of texts) expect([name, ...holds(text)]).toEqual([name]);
    }
    expect(rows).toBeGreaterThan(100);
  });

  it('are in no reply of any route that others read, no matter who asks', async () => {
    const query = new URLSearchParams({ ccid: owner.companyId, uid: owner.uid, id: owner.uid, wd: '示例', kw: '示例' });
    const reads = ROUTES.filter(([name, route]) => route.method === 'GET' && !LEFT_OUT.has(name));
    expect(reads.length).toBeGreaterThan(40);
    for (const who of PEOPLE) {
      for (const [name, route] of reads) {
        const { properties = {} } = (route.query ?? {}) as { properties?: object };
        const named = Object.keys(properties);
        const asked = new URLSearchParams([...query].filter(([key]) => named.includes(key)));
        const path = route.path
          .replace('{objectApiName}', 'InsightCompany')
          .replace('{id}', route.path.includes('staff') ? owner.uid : owner.companyId)
          .replace('{uid}', owner.uid);
        expect([who, name, ...holds(JSON.stringify(await world.test.get(who, `${path}?${asked.toString()}`)))]).toEqual(
          [who, name],
        );
      }
    }
  });

  it('are written into no log, whether they are seen, bought, changed or mistyped', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const app = fromOwnPage(
      await createApp(world.test.services, {
        logger: { level: 'trace', stream },
        providers: world.test.sent.providers,
      }),
    );
    const browser = browserOf(app, owner.cookie);
    const saved = { weixin: owner.weixin, email: owner.email, phone: '19900000555' };
    expect((await browser.send('POST', '/api/rong/sixin/settings', saved)).code).toBe(0);
    expect((await browser.send('POST', '/api/rong/sixin/settings', { ...saved, email: 'wrong' })).status).toBe(422);
    expect((await browser.send('GET', '/api/rong/sixin/settings')).code).toBe(0);
    expect((await browser.send('POST', '/api/rong/sixin/settings', { ...saved, weixin: '1' })).status).toBe(422);
    const viewer = await world.person(['ORG_INVESTOR']);
    expect((await browserOf(app, viewer.cookie).send('GET', '/api/rong/sixin/settings')).code).toBe(0);
    const seen = await browserOf(app, viewer.cookie).send(
      ...(['POST', '/api/rong/dealContact', new URLSearchParams({ uid: owner.uid })] as const),
    );
    expect(seen.code).toBe(0);
    await app.close();
    expect(lines.length).toBeGreaterThan(5);
    expect(holds(lines.join('\n'))).toEqual([]);
  });
});
