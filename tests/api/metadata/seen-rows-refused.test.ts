import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';

const IS_OPEN = { field: 'kind', op: 'eq', value: 'open' };
const ACCESS = { list: 'member', detail: 'member', create: 'member', edit: 'member' } as const;
const withAccess = (more: object) => ({ access: { ...ACCESS, ...more } as unknown as ObjectDefinition['access'] });
const TEXTS = ['name', 'kind'].map((apiName): FieldDefinition => ({ apiName, type: 'text', label: apiName }));
const FAIR: FieldDefinition = { apiName: 'fair', type: 'reference', label: '集市', targetApiName: 'Fair' };
const SIZE: FieldDefinition = { apiName: 'size', type: 'integer', label: '规模' };
const LIMITS = [{ filter: IS_OPEN }];

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, newObject('Fair', [...TEXTS, SIZE], withAccess({ limits: LIMITS }))));
  made(await saveDefinition(test, newObject('Visit', [...TEXTS, FAIR], withAccess({}))));
});
afterAll(() => test.close());

describe('A definition is refused', () => {
  const save = (limits: object) =>
    saveDefinition(test, { ...savedDefinition(test, 'Fair'), ...withAccess({ limits }) });
  it.each([
    [
      'a condition on a field that there is not',
      [{ filter: { field: 'color', op: 'eq', value: 'x' } }],
      /没有字段“color”/,
    ],
    ['a role that there is not', [{ roles: ['KING'], filter: IS_OPEN }], /没有身份“KING”/],
    ['a limit of nothing', [{}], /请选择身份或条件/],
    [
      'a question about other objects',
      [{ filter: { exists: { objectApiName: 'Visit', fields: ['fair'] } } }],
      /不能按其他对象/,
    ],
  ])('with %s', async (_what, limits, words) => {
    const answer = await save(limits);
    expect(answer).toMatchObject({ status: 422, problems: [{ field: 'access.limits' }] });
    expect(answer.msg).toMatch(words);
  });

  const size: FieldDefinition = {
    apiName: 'fairSize',
    type: 'lookup',
    label: '集市规模',
    config: { lookup: { reference: 'fair', field: 'size' } },
  };
  it('that would show all readers a value of them', async () => {
    const visit = savedDefinition(test, 'Visit');
    const answer = await saveDefinition(test, { ...visit, fields: [...visit.fields, size] });
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.msg).toMatch(/按条件可见，不能汇总或引用/);
  });

  it('that hides records of which others show values already', async () => {
    made(await saveDefinition(test, { ...savedDefinition(test, 'Fair'), ...withAccess({}) }));
    const visit = savedDefinition(test, 'Visit');
    made(await saveDefinition(test, { ...visit, fields: [...visit.fields, size] }));
    const answer = await save(LIMITS);
    expect(answer).toMatchObject({ status: 422, problems: [{ field: 'access.limits' }] });
    expect(answer.msg).toMatch(/“Visit”的字段“集市规模”/);
  });
});
