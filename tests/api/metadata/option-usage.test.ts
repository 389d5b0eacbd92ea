import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VersionSummary } from '#schemas/api/metadata-editing.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const saveSet = (baseVersion: number, options: object[], name: string, label: string) =>
  test.post('staff', '/api/metadata/selectOption/save', {
    baseVersion,
    optionSet: { name, label, kind: 'list', options },
  });

describe('the use of an option', () => {
  it('is counted in every field that holds it: single, several, tree and band', async () => {
    await saveSet(
      0,
      [
        { value: 'a', label: '甲' },
        { value: 'b', label: '乙' },
      ],
      'used',
      '用途',
    );
    const config = { optionSet: 'used' };
    made(
      await saveDefinition(
        test,
        newObject('Using', [
          { apiName: 'name', type: 'text', label: '名称' },
          { apiName: 'one', type: 'select', label: '单选', config },
          { apiName: 'many', type: 'multiSelect', label: '多选', config },
          { apiName: 'money', type: 'currency', label: '金额', config: { bandOptionSet: 'used' } },
        ]),
      ),
    );
    const records = [
      { name: '一', one: 'a', many: ['a', 'b'], money: { band: 'a' } },
      { name: '二', one: 'a', many: ['b'] },
      { name: '三' },
    ];
    for (const [index, values] of records.entries()) {
      const body = { clientKey: `using-record-${index}`, values };
      made(await test.post<RecordReply>('founder', '/api/metadata/data/Using', body));
    }
    const answer = await test.post<{ value: string; field: string; count: number }[]>(
      'staff',
      '/api/metadata/selectOption/usage',
      { name: 'used', values: ['a', 'b', 'none'] },
    );
    expect(answer.data.map(({ value, field, count }) => `${field} ${value} ${count}`).toSorted()).toEqual(
      ['many a 1', 'many b 2', 'money a 1', 'one a 2'].toSorted(),
    );
  });
});

describe('labels of any kind', () => {
  const labels = ['鲸'.repeat(200), '🐳🚀', 'مرحبا بالعالم', '<img src=x onerror=alert(1)>', '\u202Eevil\u202C'];

  it.each(labels)('are kept as text: %s', async (label) => {
    const base = savedDefinition(test, 'EducationRecord');
    made(await saveDefinition(test, { ...base, label }));
    expect(savedDefinition(test, 'EducationRecord').label).toBe(label);
    const { data } = await test.get<{ list: VersionSummary[] }>(
      'staff',
      '/api/metadata/object/EducationRecord/versions',
    );
    expect(data.list[0]?.label).toBe(label);
    const version = test.services.catalog.optionSets.get('odd')?.version ?? 0;
    made(await saveSet(version, [{ value: 'x', label }], 'odd', label));
    const set = await test.get<{ options: { label: string }[] }>('visitor', '/api/metadata/selectOption/odd');
    expect(set.data.options[0]?.label).toBe(label);
  });
});
