import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
const LIST = `${DATA}/getLayoutAndDataList`;
const NEWS = { title: '一条资讯', publishedOn: '2026-11-20T00:00:00.000Z', category: '融资' };
let test: TestApp;
let keys = 0;

beforeAll(async () => {
  test = await openTestApp();
  await test.post('staff', `${DATA}/InsightNews`, { clientKey: 'first-record', values: NEWS });
});
afterAll(() => test.close());

const list = (query: object) => test.post<ListReply>('staff', LIST, { objectApiName: 'InsightNews', ...query });
const create = (values: object) =>
  test.post<RecordReply>('staff', `${DATA}/InsightNews`, { clientKey: `bad-input-${(keys += 1)}`, values });
function nested(depth: number): unknown {
  let value: unknown = { field: 'title', op: 'notEmpty' };
  for (let level = 0; level < depth; level += 1) value = { not: value };
  return value;
}

describe('a list query that makes no sense names what is wrong and where', () => {
  it.each<[string, object, number, string]>([
    ['of an unknown object', { objectApiName: 'Nowhere' }, 40401, ''],
    ['of an object with another kind of name', { objectApiName: 'constructor' }, 42200, 'objectApiName'],
    ['with an unknown field', { filter: { field: 'nope', op: 'eq', value: 1 } }, 40001, 'filter.field'],
    [
      'with a field of every JavaScript object',
      { filter: { field: 'constructor', op: 'eq', value: 1 } },
      40001,
      'filter.field',
    ],
    ['with an operator of another type', { filter: { field: 'title', op: 'thisWeek' } }, 40001, 'filter.op'],
    ['with an operator of every JavaScript object', { filter: { field: 'title', op: 'toString' } }, 40001, 'filter.op'],
    ['with a filter that is none', { filter: { and: 'x' } }, 40001, 'filter.and'],
    ['with a filter a thousand deep', { filter: nested(1000) }, 40001, 'filter'],
    ['with a filter of a megabyte', { filter: 'x'.repeat(1_000_000) }, 40001, 'filter'],
    ['with a NUL in a value', { filter: { field: 'title', op: 'eq', value: 'a\0' } }, 40001, 'filter.value'],
    [
      'with a number of another size',
      { filter: { field: 'viewsCount', op: 'eq', value: '9'.repeat(400) } },
      40001,
      'filter.value',
    ],
    ['with a page of a billion', { pageSize: 1e9 }, 42200, 'pageSize'],
    ['with page nought', { page: 0 }, 42200, 'page'],
    ['with page 10,001 of 100', { page: 10_001, pageSize: 100 }, 40001, 'page'],
    ['with a cursor that is none', { after: 'x' }, 40001, 'after'],
    ['with a sort by what has no order', { sort: [{ field: 'keywords', order: 'asc' }] }, 40001, 'sort[0].field'],
    ['with six sorts', { sort: Array.from({ length: 6 }, () => ({ field: 'title', order: 'asc' })) }, 42200, 'sort'],
    ['with a column that is none', { fields: ['title', 'nope'] }, 40001, 'fields[1]'],
    ['with a parameter that is none', { limit: 5 }, 42200, 'limit'],
    ['with a keyword of 101 characters', { keyword: 'x'.repeat(101) }, 42200, 'keyword'],
    ['with a NUL in the keyword', { keyword: 'a\0' }, 42200, 'keyword'],
  ])('%s', async (_, query, code, place) => {
    const answer = await list(query);
    expect(answer.code).toBe(code);
    expect(answer.status).toBeLessThan(500);
    expect((answer.problems[0]?.field ?? '').slice(0, place.length)).toBe(place);
    expect(answer.msg.length).toBeLessThan(200);
  });

  it('with the cursor of another query', async () => {
    for (let index = 0; index < 3; index += 1) await create(NEWS);
    const { after } = (await list({ pageSize: 1 })).data;
    expect(after).toEqual(expect.any(String));
    expect(await list({ pageSize: 1, after })).toMatchObject({ code: 0 });
    expect(await list({ pageSize: 1, after, keyword: '别的' })).toMatchObject({
      code: 40001,
      problems: [{ field: 'after' }],
    });
  });
});

describe('a value that cannot be kept is refused by the name of its field', () => {
  it.each<[string, string, unknown]>([
    ['a NUL in a text', 'title', 'a\0b'],
    ['a NUL in a long text', 'summary', 'a\0b'],
    ['a NUL in a list', 'keywords', ['a', 'b\0']],
    ['a NUL in an address', 'url', 'https://example.com/\0'],
    ['a NUL in the name of a picture', 'cover', { url: 'https://example.com/a.png', name: 'a\0.png' }],
    ['half a character', 'title', 'a\ud800b'],
    ['half a character in a list', 'keywords', ['\udc00']],
    ['a number as text', 'viewsCount', '12'],
    ['a number beyond what JSON carries', 'viewsCount', 1e300],
    ['a broken number', 'viewsCount', 1.5],
    ['a text as a number', 'title', 5],
    ['an object', 'title', { a: 1 }],
    ['lists in lists in lists', 'title', JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)],
    ['an id beyond the largest', 'companies', [{ id: '99999999999999999999' }]],
    ['an id that is none', 'companies', [{ id: '1; drop table account' }]],
    ['a link that is none', 'companies', [5]],
    ['a day that is none', 'publishedOn', '2026-02-30T00:00:00Z'],
    ['an option of every JavaScript object', 'category', 'constructor'],
  ])('%s', async (_, field, value) => {
    const answer = await create({ ...NEWS, [field]: value });
    expect(answer).toMatchObject({ status: 422, code: 42200, problems: [{ field }] });
    expect(answer.problems[0]?.message).toMatch(/\p{Script=Han}/u);
  });

  it('numbers too large for JSON and keys of every JavaScript object', async () => {
    const send = async (values: string) => {
      const payload = `{"clientKey":"raw-values-${(keys += 1)}","values":${values}}`;
      return test.post('staff', `${DATA}/InsightNews`, payload, { headers: { 'content-type': 'application/json' } });
    };
    expect(await send('{"viewsCount":1e400}')).toMatchObject({ status: 422 });
    expect(await send('{"__proto__":{"title":"x"}}')).toMatchObject({ status: 422 });
    expect(await send('{"hasOwnProperty":1,"title":"x"}')).toMatchObject({
      status: 422,
      problems: [{ field: 'hasOwnProperty' }],
    });
    expect(await send(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toMatchObject({ status: 422 });
    expect(await send('[]')).toMatchObject({ status: 422 });
  });

  it('a record with more in it than a row takes is refused in words', async () => {
    const fields = Array.from({ length: 599 }, (_, index) => ({
      apiName: `f${index}`,
      type: 'text',
      label: `f${index}`,
    }));
    const layouts = {
      list: { columns: ['f0'], filters: [], sort: [] },
      detail: { sections: [], related: [] },
      form: { sections: [] },
    };
    const access = { list: 'member', detail: 'member', create: 'member', edit: 'member' };
    const definition = { apiName: 'Tall', label: '高', nameField: 'f0', fields, layouts, rules: [], access };
    expect(await test.post('staff', '/api/metadata/object/save', { baseVersion: 0, definition })).toMatchObject({
      code: 0,
    });
    const values = Object.fromEntries(fields.map(({ apiName }) => [apiName, '很长的文字'.repeat(20)]));
    expect(await test.post('staff', `${DATA}/Tall`, { clientKey: 'tall-record', values })).toMatchObject({
      status: 413,
      code: 41300,
    });
    expect(await test.post('staff', `${DATA}/Tall`, { clientKey: 'tall-record', values: { f0: '短' } })).toMatchObject({
      code: 0,
    });
  });
});
