import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Converter as FromSimplified } from 'opencc-js/cn2t';
import { candidates } from '#shared/assistant/spans.ts';
import { normalise } from '#shared/assistant/normalise.ts';
import { simplified as toSimplified } from '#shared/text/fold.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { KnownValues } from '#server/features/jingchat/known-values.ts';
import { fillCompanies } from '#tests/support/assistant/asking.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

const COMPANY = 'InsightCompany';
const CONTEXT = { actor: 'system', roles: ['staff'], origin: 'form', now: TEST_NOW };
const MEMBER = { id: '1', name: '', roles: [], vipType: 0 };
const toTraditional = FromSimplified({ from: 'cn', to: 't' });
const candidatesOf = (text: string) => candidates(text, normalise(text));
const LARGE = 32 * 1024 * 1024;
/** What is made of a table: its texts are kept, all its records are looked at, or its indexes are asked. */
const KEPT = { table: LARGE, kept: LARGE * 3 };
const LOOKED_AT = { table: LARGE, kept: -1 };
const BY_INDEX = { table: -1, kept: -1 };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await fillCompanies(app);
});
afterAll(() => app.close());

const knowing = (bounds: typeof KEPT): KnownValues => new KnownValues(app.services, bounds);
/** The values found among the parts of a question, by an asker to whom some fields are open. */
async function found(known: KnownValues, parts: readonly string[], ...open: readonly string[]): Promise<string[]> {
  const fields = app.services.catalog.object(COMPANY).fields.filter(({ apiName }) => open.includes(apiName));
  const values = await known.find([{ apiName: COMPANY, fields }], parts);
  return values.map(({ field, value, id }) => `${field} ${value}${id === undefined ? '' : ' by id'}`).toSorted();
}

let made = 0;
const create = (values: object) => {
  made += 1;
  return app.services.writer.create(COMPANY, `known-${made}`, { status: '运营中', ...values }, CONTEXT);
};

describe.each([
  { bounds: KEPT, made: 'whose texts are kept', traditional: '龍門體育', simple: '云台东风' },
  { bounds: LOOKED_AT, made: 'whose records are all looked at', traditional: '龍門電訊', simple: '云台东湖' },
  { bounds: BY_INDEX, made: 'whose indexes are asked', traditional: '龍門書畫', simple: '云台东门' },
])('a table $made', ({ bounds, traditional, simple }) => {
  test('gives names with their record, of the fields that are open to the asker alone', async () => {
    const known = knowing(bounds);
    const parts = ['海马机器人', '海马', '机器人有'];
    expect(await found(known, parts, 'name')).toEqual(['name 海马机器人 by id']);
    expect(await found(known, parts, 'region')).toEqual([]);
    expect(await found(known, parts)).toEqual([]);
  });

  test('is followed: what was written, changed and removed counts for the next question, in every process', async () => {
    const processes = [knowing(bounds), knowing(bounds)];
    const parts = ['沉香木业', '青檀木业'];
    const all = () => Promise.all(processes.map((known) => found(known, parts, 'name')));
    expect(await all()).toEqual([[], []]);
    const { id, version } = await create({ name: '沉香木业' });
    expect(await all()).toEqual([['name 沉香木业 by id'], ['name 沉香木业 by id']]);
    await app.services.writer.update(COMPANY, id, version, { name: '青檀木业' }, CONTEXT);
    expect(await all()).toEqual([['name 青檀木业 by id'], ['name 青檀木业 by id']]);
    await app.services.writer.remove(COMPANY, id, CONTEXT);
    expect(await all()).toEqual([[], []]);
  });

  test('gives every record of the same name', async () => {
    const known = knowing(bounds);
    const before = await found(known, ['同名木业'], 'name');
    await create({ name: '同名木业', legalName: '同名木业甲有限公司' });
    await create({ name: '同名木业', legalName: '同名木业乙有限公司' });
    expect((await found(known, ['同名木业'], 'name')).length - before.length).toBe(2);
  });

  test('gives names in simplified characters where the record has traditional ones, and the other way round', async () => {
    const known = knowing(bounds);
    await create({ name: traditional });
    await create({ name: simple });
    expect(await found(known, candidatesOf(toSimplified(traditional)), 'name')).toEqual([`name ${traditional} by id`]);
    expect(await found(known, candidatesOf(toTraditional(simple)), 'name')).toEqual([`name ${simple} by id`]);
  });
});

test('a question in either kind of characters reads the name that the records have', async () => {
  await create({ name: '鴻鵠環保' });
  const assistant = new Assistant(app.services, () => 0);
  for (const question of ['鸿鹄环保的状态', '鴻鵠環保的狀態', '“鸿鹄环保”的状态']) {
    const reading = await assistant.read(question, MEMBER);
    expect(reading).toMatchObject({ plan: { object: COMPANY, filter: { field: 'name', value: '鴻鵠環保' } } });
  }
});

describe('a table whose texts are kept', () => {
  test('gives texts whatever the case of their letters, as one that is looked at does', async () => {
    await create({ name: '云杉科技', englishName: 'Spruce Labs' });
    for (const bounds of [KEPT, LOOKED_AT])
      expect(await found(knowing(bounds), ['SPRUCE labs'], 'englishName')).toEqual(['englishName Spruce Labs']);
  });

  test('still gives a text that one of two records has lost', async () => {
    const known = knowing(KEPT);
    const one = await create({ name: '红豆杉甲', englishName: 'Yew' });
    await create({ name: '红豆杉乙', englishName: 'Yew' });
    expect(await found(known, ['Yew'], 'englishName')).toEqual(['englishName Yew']);
    await app.services.writer.update(COMPANY, one.id, one.version, { englishName: 'Taxus' }, CONTEXT);
    expect(await found(known, ['Yew', 'Taxus'], 'englishName')).toEqual(['englishName Taxus', 'englishName Yew']);
  });

  test('holds nothing of a transaction that was taken back', async () => {
    const known = knowing(KEPT);
    await found(known, ['水杉木业'], 'name');
    const taken = app.services.database.db.transaction().execute(async (trx) => {
      await app.services.writer.create(COMPANY, 'taken-back', { name: '水杉木业', status: '运营中' }, CONTEXT, trx);
      throw new Error('taken back');
    });
    await expect(taken).rejects.toThrow('taken back');
    expect(await found(known, ['水杉木业'], 'name')).toEqual([]);
  });
});

describe('questions that are asked at the same moment', () => {
  test('share what is read of the change log', async () => {
    let read = 0;
    const { database, catalog } = app.services;
    const counted = {
      catalog: {
        get storedObjects() {
          read += 1;
          return catalog.storedObjects;
        },
      },
      database,
    };
    const known = new KnownValues(counted, KEPT);
    const answers = await Promise.all(Array.from({ length: 50 }, () => found(known, ['海马机器人'], 'name')));
    expect(new Set(answers.flat())).toEqual(new Set(['name 海马机器人 by id']));
    expect(read).toBe(1);
  });
});
