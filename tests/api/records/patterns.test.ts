import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImpactSlice } from '#schemas/api/metadata-impact.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { wholePattern } from '#generators/whole-pattern.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const MESSAGE = '应为两个大写字母加四位数字';
const BADGE = newObject(
  'Badge',
  [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'code', type: 'text', label: '编号', config: { pattern: '[A-Z]{2}\\d{4}', patternMessage: MESSAGE } },
    { apiName: 'mark', type: 'text', label: '标记' },
  ],
  { route: '/data/Badge' },
);
const MARKS = ['AB12', '汉字', '汉字1', 'x-9', 'a\\b', 'é', '𠮷野家', '(1)', 'foo', 'a]b', '5$'];

let test: TestApp;
let keys = 0;
const post = (values: object) => {
  keys += 1;
  return test.post<RecordReply>('staff', '/api/metadata/data/Badge', { clientKey: `badge-${keys}-key`, values });
};
const withMark = (config: FieldDefinition['config']) => {
  const saved = savedDefinition(test, 'Badge');
  return {
    ...saved,
    fields: saved.fields.map((one) => (one.apiName === 'mark' ? { ...one, ...(config && { config }) } : one)),
  };
};

beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, BADGE));
  for (const mark of MARKS) made(await post({ name: mark, mark }));
});
afterAll(() => test.close());

it('refuses a value that does not meet the pattern of its field in the words of staff', async () => {
  expect(await post({ name: '甲', code: 'ab1234' })).toMatchObject({
    code: 42200,
    data: { errors: [{ field: 'code', message: MESSAGE }] },
  });
  expect(await post({ name: '甲', code: ' AB1234 ' })).toMatchObject({ code: 0, data: { record: { code: 'AB1234' } } });
});

it.each(['[A-Z]+\\d*', '\\p{Script=Han}+\\d?', '[^a-z]+', '[\\w-]+', '\\(\\d\\)|5\\$', '[\\]a-b]+', '\\S{2,3}', '.'])(
  'counts before a save the records that do not meet %s, as the form would judge them',
  async (pattern) => {
    const definition = withMark({ pattern, patternMessage: '不对' });
    const { version: baseVersion } = savedDefinition(test, 'Badge');
    const impact = made(
      await test.post<ImpactSlice>('staff', '/api/metadata/object/impact', { definition, baseVersion }),
    );
    const refused = MARKS.filter((mark) => !new RegExp(wholePattern(pattern), 'u').test(mark));
    expect(impact.failing).toMatchObject([{ key: 'mark.pattern', count: refused.length }]);
  },
);

it.each([
  [{ pattern: '(a+)+', patternMessage: '不对' }, '多种匹配方式'],
  [{ pattern: '[a-z]+' }, '请填写“格式不符时的提示”'],
  [{ patternMessage: '不对' }, '请同时填写“格式（正则表达式）”'],
])('refuses to save %j', async (config, words) => {
  expect(await saveDefinition(test, withMark(config))).toMatchObject({
    code: 42201,
    msg: expect.stringContaining(words),
  });
});
