import { expect, it } from 'vitest';
import { FIELD_TYPES, type FieldDefinition } from '#schemas/metadata/field.ts';
import { recasts, withKeptFields } from '#generators/conversions.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { StorageFault } from '#generators/storage-fault.ts';
import { plan } from '#generators/storage.ts';
import { recaster } from '#shared/metadata/recast-value.ts';
import { newObject } from '#tests/support/editing.ts';
import { options } from '#tests/support/metadata/sample-object.ts';

const PAIRS = FIELD_TYPES.flatMap((from) => FIELD_TYPES.filter((to) => to !== from).map((to) => [from, to] as const));
const name: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const value = (type: FieldDefinition['type']): FieldDefinition => ({ apiName: 'value', type, label: '值' });
const object = (type: FieldDefinition['type']) => newObject('Sample', [name, value(type)]);

it.each(PAIRS)('a %s becomes a %s as declared, or is refused in words', (before, after) => {
  const [from, asked] = [object(before), object(after)];
  const to = withKeptFields(from, asked);
  const outcome = (): string => {
    try {
      return plan(from, to)
        .map(({ kind }) => kind)
        .join(' ');
    } catch (error) {
      return error instanceof StorageFault ? error.message : String(error);
    }
  };
  const isDeclared = recasts(from, to).length === 1;
  expect(isDeclared).toBe(to !== asked);
  expect(outcome()).toMatch(
    isDeclared ? /^(prepareColumn )+recastValues.* takeColumn/ : /可能丢失数据|^(?!.*recast)[\w ]*$/,
  );
  expect(isDeclared && to.fields.find(({ removed }) => removed)).toEqual(
    isDeclared && {
      apiName: 'valueV1',
      type: before,
      label: `值（原${fieldType(value(before)).label}）`,
      removed: true,
    },
  );
});

it('texts are read by the value, the name or another spelling of an option, and a list as a whole', () => {
  const kinds = [...options('好', '坏'), { value: 'c', label: '丙', aliases: ['第三'] }];
  const one = recaster(value('text'), { ...value('select'), selectOptions: kinds });
  expect([' 好', 'C', '第三', '好、坏', '没有'].map(one)).toEqual(['好', 'c', 'c', undefined, undefined]);
  const several = recaster(value('text'), { ...value('multiSelect'), selectOptions: kinds });
  expect(['好、丙', '好、没有'].map(several)).toEqual([['好', 'c'], undefined]);
});

it('numbers, dates and addresses beyond what the field takes are lost', () => {
  const whole = recaster(value('decimal'), { ...value('integer'), config: { max: '100' } });
  expect(['7', '7.5', '101'].map(whole)).toEqual([7, undefined, undefined]);
  const day = recaster(value('text'), value('date'));
  expect(['2020年5月6日', '2020-05', '2020-02-30'].map(day)).toEqual(['2020-05-06', undefined, undefined]);
  expect(['a@example.com', 'a＠b'].map(recaster(value('text'), value('email')))).toEqual(['a@example.com', undefined]);
});

it('a field whose values do not repeat loses its index before it is read as another type, and gets one of the new values', () => {
  const unique = (type: FieldDefinition['type']) =>
    newObject('Sample', [name, { ...value(type), config: { unique: true } }]);
  const from = unique('text');
  const steps = plan(from, withKeptFields(from, unique('email')));
  const kinds = steps.map(({ kind }) => kind);
  const index = steps.find(({ kind }) => kind === 'dropIndex')?.target;
  expect(kinds.indexOf('dropIndex')).toBeLessThan(kinds.indexOf('keepColumn'));
  expect(kinds.indexOf('dropIndex')).toBeGreaterThan(kinds.indexOf('recastValues'));
  expect(steps.at(-1)).toMatchObject({ kind: 'createIndex', target: index, deferred: true });
});
