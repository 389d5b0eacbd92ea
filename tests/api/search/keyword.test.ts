import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '#shared/text/fold.ts';
import { prng } from '#tests/support/prng.ts';
import { saveSearched, searchedObject, storeRecords, textField } from '#tests/support/records/search-records.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const OBJECT = 'Searched';
const RECORDS = [
  { name: '字节跳动', aliases: ['抖音集团', 'ByteDance'], legalName: '北京字节跳动科技有限公司' },
  { name: '重庆长安汽车', code: 'ＡＢＣ-100%', secret: '李四' },
  { name: '騰訊控股', legalName: '深圳市腾讯计算机系统有限公司', code: 'a_b\\c' },
  { name: 'O\'Neil "引号" <b>🐳</b>', code: 'ABC100' },
  { code: '没有名称' },
];

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  const object = searchedObject(OBJECT, [
    { apiName: 'aliases', type: 'textList', label: '别名', maxLength: 300, config: { naming: true } },
    textField('legalName', { naming: true, searchable: true }),
    textField('code', { searchable: true }),
    textField('secret', { searchable: true, visibleTo: ['svip'] }),
    textField('note'),
  ]);
  await saveSearched(test, object);
  await storeRecords(test, OBJECT, RECORDS);
});
afterAll(() => test.close());

async function found(keyword: string, who: Who = 'founder'): Promise<string[]> {
  const body = { objectApiName: OBJECT, keyword, fields: ['name'] };
  const { data, code } = await test.post<{ list: { id: string }[] }>(
    who,
    '/api/metadata/data/getLayoutAndDataList',
    body,
  );
  expect(code).toBe(0);
  const count = await test.post<{ total: number }>(who, '/api/metadata/data/count', { objectApiName: OBJECT, keyword });
  expect(count.data.total).toBe(data.list.length);
  return data.list.map(({ id }) => id).toSorted();
}

describe('the keyword of a list finds records', () => {
  it('in the search index', () => {
    expect(test.services.catalog.object(OBJECT).searchFilled).toBe(true);
  });

  it.each([
    ['by one character of a name', '跳', ['1']],
    ['by the middle of a name', '节跳', ['1']],
    ['by an alias', '抖音', ['1']],
    ['by an alias in any case', 'bYTEd', ['1']],
    ['by the registered name', '北京字节跳动科技有限公司', ['1']],
    ['by pinyin', 'zijietiaodong', ['1']],
    ['by the beginning of pinyin', 'zij', ['1']],
    ['by pinyin with blanks', 'zi jie', ['1']],
    ['by initials', 'zjtd', ['1']],
    ['by initials in the middle', 'jt', ['1']],
    ['by the pinyin of an alias', 'douyin', ['1']],
    ['by the reading that a word has', 'chongqing', ['2']],
    ['and not by another reading', 'zhongqing', []],
    ['by simplified characters', '腾讯控股', ['3']],
    ['by traditional characters', '計算機', ['3']],
    ['by wide letters', 'ａｂｃ', ['2', '4']],
    ['by narrow letters', 'abc-', ['2']],
    ['taking % as it is', '100%', ['2']],
    ['taking _ as it is', 'a_b', ['3']],
    ['taking a backslash as it is', '\\', ['3']],
    ['taking quotes as they are', 'O\'Neil "', ['4']],
    ['taking signs of patterns as they are', '.*', []],
    ['by emoji', '🐳', ['4']],
    ['by markup as text', '<b>', ['4']],
    ['without a name by another value', '没有名称', ['5']],
    ['not by invisible characters alone', '\u200B', []],
    ['not by the names of fields', 'code', []],
    ['not by values in two fields', '四没', []],
  ])('%s: %s', async (_, keyword, expected) => {
    expect(await found(keyword)).toEqual(expected);
  });

  it('only by values that the person may read', async () => {
    expect(await found('李四', 'founder')).toEqual([]);
    expect(await found('李四', 'svip')).toEqual(['2']);
  });

  it('again after a name has changed, and no longer by the old one', async () => {
    const [id = ''] = await storeRecords(test, OBJECT, [{ name: '即将改名' }]).then((ids) => ids);
    const before = await found('即将改名');
    expect(before.length).toBe(1);
    const record = await test.get<{ record: { version: number } }>(
      'staff',
      `/api/metadata/data/${OBJECT}/${before[0]}`,
    );
    const body = { version: record.data.record.version, values: { name: '已经换了' } };
    await test.post('staff', `/api/metadata/data/${OBJECT}/${before[0]}`, body);
    expect(id).not.toBe('');
    expect(await found('即将改名')).toEqual([]);
    expect(await found('yijinghuan')).toEqual(before);
  });
});

describe('a list with a keyword', () => {
  it('pages through every match once, in any order', async () => {
    const object = searchedObject('Paged', [
      { apiName: 'staff', type: 'integer', label: '人数', config: { sortable: true } },
    ]);
    await saveSearched(test, object);
    const records = Array.from({ length: 50 }, (_, index) => ({
      name: `${index % 3 === 0 ? '红杉' : '启明'}${index}号`,
      ...(index % 4 > 0 && { staff: index % 7 }),
    }));
    const ids = await storeRecords(test, 'Paged', records);
    const expected = ids.filter((_, index) => index % 3 === 0).toSorted();
    for (const sort of [
      undefined,
      [{ field: 'staff', order: 'asc' }],
      [{ field: 'name', order: 'desc' }],
      [{ field: 'createdAt', order: 'asc' }],
    ]) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const body: object = {
          objectApiName: 'Paged',
          keyword: '红杉',
          pageSize: 4,
          ...(sort && { sort }),
          ...(after && { after }),
        };
        const { data } = await test.post<{ list: { id: string }[]; after: string | null }>(
          'staff',
          '/api/metadata/data/getLayoutAndDataList',
          body,
        );
        seen.push(...data.list.map(({ id }) => id));
        after = data.after;
      } while (after !== null);
      expect(seen.toSorted()).toEqual(expected);
    }
    const page = { objectApiName: 'Paged', keyword: '红杉', page: 3, pageSize: 5 };
    const { data } = await test.post<{ list: unknown[] }>('staff', '/api/metadata/data/getLayoutAndDataList', page);
    expect(data.list.length).toBe(5);
  });
});

describe('every part of every name', () => {
  it('finds exactly the records that a plain scan finds', async () => {
    const random = prng(11);
    const characters = [...'中国科技有限公司北京上海重庆长城音乐騰訊龍Ａb1 ·-é'];
    await saveSearched(test, searchedObject('Drawn', [textField('alias', { naming: true })]));
    const draw = () =>
      Array.from({ length: random.int(1, 8) }, () => random.pick(characters))
        .join('')
        .trim() || '空';
    const records = Array.from({ length: 300 }, () => ({ name: draw(), alias: draw() }));
    const ids = await storeRecords(test, 'Drawn', records);
    const object = test.services.catalog.object('Drawn');
    const parts = new Set<string>();
    for (const { name } of records) {
      const letters = [...name];
      for (let from = 0; from < letters.length; from += 1)
        for (let to = from + 1; to <= letters.length; to += 1) parts.add(fold(letters.slice(from, to).join('')).trim());
    }
    parts.delete('');
    const wrong: string[] = [];
    const folded = records.map(({ name, alias }) => `${fold(name)}\n${fold(alias)}`);
    const drawn = [...parts].filter((part) => !/[a-z]/.test(part));
    for (const part of drawn.filter((_, index) => index % Math.ceil(drawn.length / 600) === 0)) {
      const expected = ids.filter((_, index) => folded[index]?.includes(part)).toSorted();
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const scope = { readable: () => true, rowsOf: () => undefined, today: '2026-11-21' };
        const page = await test.services.reader.list(
          object,
          { keyword: part, fields: [], pageSize: 100, after },
          scope,
        );
        seen.push(...page.list.map(({ id }) => id));
        after = page.after ?? undefined;
      } while (after !== undefined);
      if (seen.toSorted().join() !== expected.join()) wrong.push(part);
    }
    expect(wrong).toEqual([]);
  });
});
