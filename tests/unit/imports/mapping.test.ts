import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure } from '#shared/errors.ts';
import { parseMapping } from '#server/features/imports/mapping/parse-mapping.ts';
import { mappedColumns, planRows } from '#server/features/imports/transform/row-plan.ts';
import { shippedMetadata } from '#tests/support/imports/import-objects.ts';

const SHIPPED = path.resolve(import.meta.dirname, '../../../mappings');
const GOOD = { object: 'InsightCompany', source: 'test', key: ['id'], fields: [{ field: 'name', column: 'name' }] };

function problems(change: Record<string, unknown>): Record<string, string> {
  try {
    parseMapping(JSON.stringify({ ...GOOD, ...change }));
  } catch (error) {
    if (error instanceof Failure)
      return Object.fromEntries(error.problems.map(({ field, message }) => [field, message]));
    throw error;
  }
  return {};
}

describe('a mapping that is wrong says where', () => {
  test('a key that does not exist, at its path', () => {
    expect(problems({ fields: [{ field: 'name', colunm: 'name' }] })).toMatchObject({
      '/fields/0/colunm': '没有这个设置项',
    });
    expect(problems({ kez: 1 })).toMatchObject({ '/kez': '没有这个设置项' });
  });

  test('a value of the wrong kind', () => {
    expect(problems({ header: 'one' })).toEqual({ '/header': '应为整数' });
    expect(problems({ fields: [{ field: 'name', column: 'name', split: 3 }] })['/fields/0/split']).toBe(
      '应为文本，或应为对象',
    );
    expect(problems({ onError: 'panic' })['/onError']).toBe('应为 "reject-row"，或应为 "reject-value"');
    expect(problems({ key: [] })).toEqual({ '/key': '不能为空列表' });
  });

  test('what is missing', () => {
    expect(problems({ key: undefined })['']).toContain('缺少 key');
  });

  test('two sources of one text, an unknown map, a bad pattern, an unknown encoding', () => {
    expect(
      problems({
        encoding: 'klingon',
        fields: [
          { field: 'name', column: 'a', constant: 'b' },
          { field: 'status', column: 'a', map: 'nowhere' },
          { field: 'brief', column: 'a', extract: '(' },
          { field: 'address', template: '{a:nowhere}' },
        ],
      }),
    ).toMatchObject({
      '/encoding': '不认识编码“klingon”，可用的有 utf-8、gb18030、gbk、big5、macintosh、windows-1252、utf-16le 等',
      '/fields/0': 'column、columns、template、constant 必须且只能写一个',
      '/fields/1/map': 'maps 中没有“nowhere”',
      '/fields/2/extract': expect.stringContaining('正则表达式有误'),
      '/fields/3/template': 'maps 中没有“nowhere”',
    });
  });

  test('text that is no JSON', () => {
    expect(() => parseMapping('{')).toThrow('映射不是有效的 JSON');
  });
});

describe('a mapping meets a file', () => {
  const plan = (change: Partial<ImportMapping>, columns: string[]) =>
    planRows({ ...GOOD, ...change }, columns, shippedMetadata);

  test('a column that the file does not have is named with those that it has', () => {
    expect(() => plan({}, ['id', '名称'])).toThrow('/fields/0/column：文件中没有列“name”，现有：id、名称');
  });

  test('two columns of one name have to be distinguished by position', () => {
    expect(() => plan({}, ['id', 'name', 'name'])).toThrow('文件中有 2 列都叫“name”');
    expect(() => plan({ fields: [{ field: 'name', column: 2 }] }, ['id', 'name', 'name'])).not.toThrow();
  });

  test('a field that the object does not have, inherited names too', () => {
    for (const field of ['nonsense', 'constructor']) {
      expect(() => plan({ fields: [{ field, column: 'name' }] }, ['id', 'name'])).toThrow(`“企业”没有字段“${field}”`);
    }
  });

  test('a formula cannot be imported', () => {
    expect(() => plan({ fields: [{ field: 'hasFunding', column: 'name' }] }, ['id', 'name'])).toThrow(
      '由系统计算，不能导入',
    );
  });

  test('a field written twice, and a link on a field that is none', () => {
    const fields = [
      { field: 'name', column: 'name' },
      { field: 'name', column: 'id', reference: { by: 'name' } },
    ] as ImportMapping['fields'];
    expect(() => plan({ fields }, ['id', 'name'])).toThrow(/写了两次.*不是关联字段/);
  });
});

describe('the mappings that ship', () => {
  test.each(readdirSync(SHIPPED))('%s fits its object', (name) => {
    const mapping = parseMapping(readFileSync(path.join(SHIPPED, name), 'utf8'));
    const columns = [...new Set(mappedColumns(mapping).map(String))];
    const planned = planRows(mapping, columns, shippedMetadata);
    expect(planned.fields.length + planned.links.length).toBe(mapping.fields.length);
  });

  test.each(readdirSync(SHIPPED))('%s maps only to options that exist', (name) => {
    const mapping = parseMapping(readFileSync(path.join(SHIPPED, name), 'utf8'));
    const object = shippedMetadata(mapping.object);
    for (const field of mapping.fields) {
      const definition = object.field(field.field);
      const map = typeof field.map === 'string' ? mapping.maps?.[field.map] : field.map;
      if (!map || !definition?.selectOptions) continue;
      const known = new Set(definition.selectOptions.map((option) => option.value));
      const values = Object.values(map).map((value) =>
        typeof value === 'object' && value !== null ? (value as { band: string }).band : value,
      );
      expect(values.filter((value) => value !== null && !known.has(String(value)))).toEqual([]);
    }
  });
});
