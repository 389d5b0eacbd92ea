import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { context, options, sampleObject } from '#tests/support/metadata/sample-object.ts';

/** The message that a field of this definition gives for a value sent. */
function messageFor(field: Omit<FieldDefinition, 'apiName' | 'label'>, value: unknown): string | undefined {
  const check = compileObject(sampleObject([{ apiName: 'field', label: '字段', ...field }]));
  const { values } = check.clean({ field: value });
  const { problems } = check.check(values, context);
  expect(check.fieldProblem('field', { field: value } as never, context)).toBe(problems[0]?.message);
  return problems[0]?.message;
}

describe('messages of the specification, word for word', () => {
  test('text outside its length: 长度在 {min} 到 {max} 个字符', () => {
    expect(messageFor({ type: 'text', minLength: 2, maxLength: 50 }, '鲸')).toBe('长度在 2 到 50 个字符');
    expect(messageFor({ type: 'longText', minLength: 10, maxLength: 20 }, '文'.repeat(21))).toBe(
      '长度在 10 到 20 个字符',
    );
    expect(messageFor({ type: 'text', minLength: 1, maxLength: 100 }, '文'.repeat(101))).toBe('长度在 1 到 100 个字符');
  });

  test('URL and phone beyond their length: 最大长度{max}', () => {
    expect(messageFor({ type: 'url', maxLength: 20 }, `https://example.com/${'a'.repeat(20)}`)).toBe('最大长度20');
    expect(messageFor({ type: 'phone', maxLength: 11 }, '138001380001')).toBe('最大长度11');
    expect(messageFor({ type: 'email', maxLength: 10 }, 'someone@example.com')).toBe('最大长度10');
  });

  test('a required field without a value: 必填', () => {
    for (const blank of [undefined, null, '', '   ', []])
      expect(messageFor({ type: 'text', required: true }, blank)).toBe('必填');
    expect(messageFor({ type: 'currency', required: true }, { currency: 'CNY' })).toBe('必填');
    expect(messageFor({ type: 'boolean', required: true }, undefined)).toBe('必填');
    expect(messageFor({ type: 'boolean', required: true }, false)).toBeUndefined();
    expect(messageFor({ type: 'reference', required: true }, { id: '', name: '' })).toBe('必填');
  });

  test('lengths count code points, not halves of them', () => {
    expect(messageFor({ type: 'text', minLength: 2, maxLength: 3 }, '𠮷𠮷𠮷')).toBeUndefined();
    expect(messageFor({ type: 'text', minLength: 2, maxLength: 3 }, '𠮷𠮷𠮷𠮷')).toBe('长度在 2 到 3 个字符');
  });
});

describe('every other message is natural Chinese', () => {
  test.each<[string, Omit<FieldDefinition, 'apiName' | 'label'>, unknown]>([
    ['最大长度5', { type: 'text', maxLength: 5 }, '一二三四五六'],
    ['应为文本', { type: 'text' }, 5],
    ['请输入有效的网址，以 http:// 或 https:// 开头', { type: 'url' }, 'javascript:alert(1)'],
    ['请输入有效的电话号码', { type: 'phone' }, '打给我'],
    ['请输入有效的邮箱地址', { type: 'email' }, 'nobody'],
    ['请输入整数', { type: 'integer' }, 1.5],
    ['请输入整数', { type: 'integer' }, '5'],
    ['应在 1 到 10 之间', { type: 'integer', config: { min: '1', max: '10' } }, 11],
    ['不能小于 1', { type: 'integer', config: { min: '1' } }, 0],
    ['数字太大', { type: 'integer', config: { min: '1' } }, 1e300],
    ['请输入数字', { type: 'decimal' }, 'abc'],
    ['最多 2 位小数', { type: 'decimal' }, '1.234'],
    ['只能是整数，不能有小数', { type: 'decimal', decimalPlaces: 0 }, '1.2'],
    ['数字前不能有多余的 0', { type: 'decimal' }, '007'],
    ['数字太大，整数部分最多 24 位', { type: 'decimal' }, '1'.repeat(25)],
    ['应在 0 到 100 之间', { type: 'percent', config: { min: '0', max: '100' } }, '100.01'],
    ['不能大于 0.5', { type: 'decimal', config: { max: '0.5' } }, '0.51'],
    ['选项“c”不存在', { type: 'select', selectOptions: options('a', 'b') }, 'c'],
    ['第 2 项：选项“c”不存在', { type: 'multiSelect', selectOptions: options('a', 'b') }, ['a', 'c']],
    ['选项“火星”不存在', { type: 'treeSelect', selectOptions: options('a') }, '火星'],
    ['不能有重复项', { type: 'textList' }, ['a', 'a']],
    ['最多 2 项', { type: 'textList', config: { maxItems: 2 } }, ['a', 'b', 'c']],
    ['第 1 项：长度在 1 到 3 个字符', { type: 'textList', maxLength: 3 }, ['abcd']],
    ['应为列表', { type: 'multiSelect', selectOptions: options('a') }, 'a'],
    ['请选择是或否', { type: 'boolean' }, 'yes'],
    ['请输入有效的日期，如 2026-01-31', { type: 'date' }, '2026-02-30'],
    ['请输入有效的日期，如 2026-01-31', { type: 'date' }, '2026-02'],
    ['请输入有效的日期，如 2026、2026-01 或 2026-01-31', { type: 'date', config: { partial: true } }, '2026-13'],
    ['请输入有效的日期时间', { type: 'dateTime' }, '2026-01-01 10:00'],
    ['格式有误', { type: 'reference' }, '12'],
    ['格式有误', { type: 'reference' }, { id: 'x' }],
    ['内容不完整', { type: 'file' }, { url: 'https://a.cn/b.pdf' }],
    ['文件地址无效，请重新上传', { type: 'image' }, { url: 'javascript:1', name: 'x' }],
    ['请选择币种', { type: 'currency' }, { num: '5' }],
    ['不支持币种“BTC”', { type: 'currency' }, { num: '5', currency: 'BTC' }],
    ['最多 2 位小数', { type: 'currency' }, { num: '5.123', currency: 'CNY' }],
    ['没有“note”这一项', { type: 'currency' }, { num: '5', currency: 'CNY', note: 'x' }],
    [
      '金额与金额区间只能填写一项',
      { type: 'currency', config: { bandOptionSet: 'bands' }, selectOptions: options('millions') },
      { num: '5', currency: 'CNY', band: 'millions' },
    ],
  ])('%s', (message, field, value) => {
    expect(messageFor(field, value)).toBe(message);
  });
});
