import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_ROUTES } from '#schemas/api/action-routes.ts';
import type { ListReply } from '#schemas/api/records.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { isSystem, liveFields } from '#generators/object.ts';
import { decide, decideAudience } from '#shared/policy/decide.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { viewProblems } from '#server/core/catalog/system-check.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { PERSONAS } from '#server/commands/access-table/personas.ts';

const LIST = '/api/metadata/data/getLayoutAndDataList';
const objects = shippedObjects().filter(isSystem);

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

describe.each(objects.map((object) => [object.apiName, object] as const))('the system object %s', (apiName, object) => {
  const ask = (body: object, who: Who = 'staff') => app.post<ListReply>(who, LIST, { objectApiName: apiName, ...body });

  it('has a view with every column that its fields read', async () => {
    expect(await viewProblems(app.services.database.db, object)).toEqual([]);
  });

  it('is listed for its audience alone, with the actions that the policy opens to each', async () => {
    const { list } = object.access;
    const told = await Promise.all(
      PERSONAS.map(async ({ name }) => {
        const { code, data } = await ask({}, name as Who);
        return [name, code === 0 ? data.layout?.actions?.map(({ id }) => id) : 'closed'];
      }),
    );
    const expected = PERSONAS.map(({ name, actor }) => {
      const isOpen = decideAudience(actor, list === 'owner' ? 'member' : list) === null;
      const offered = (object.actions ?? []).filter(({ route }) => {
        const action = ACTION_ROUTES.get(route)?.action;
        return action !== undefined && decide(actor, action) === null;
      });
      return [name, isOpen ? offered.map(({ id }) => id) : 'closed'];
    });
    expect(told).toEqual(expected);
  });

  it('is filtered and ordered by every field that can be, searched, counted and added up', async () => {
    const refused: string[] = [];
    const check = async (what: string, answer: Promise<{ code: number; msg: string }>) => {
      const { code, msg } = await answer;
      if (code !== 0) refused.push(`${what}: ${msg}`);
    };
    for (const field of liveFields(object)) {
      const { apiName: name } = field;
      const { operators, sortColumn } = fieldType(field);
      if (operators.includes('notEmpty')) await check(name, ask({ filter: { field: name, op: 'notEmpty' } }));
      if (sortColumn(field) === null) continue;
      for (const order of ['asc', 'desc'] as const) await check(name, ask({ sort: [{ field: name, order }] }));
    }
    const numbers = liveFields(object).filter((field) => ['integer', 'decimal'].includes(fieldType(field).kind));
    const fields = numbers.map((field) => field.apiName);
    if (fields.length > 0)
      await check('totals', app.post('staff', '/api/metadata/data/totals', { objectApiName: apiName, fields }));
    await check('count', app.post('staff', '/api/metadata/data/count', { objectApiName: apiName }));
    expect(refused).toEqual([]);
    expect(await ask({ keyword: '不会有这个词' })).toMatchObject({ code: 0, data: { list: [] } });
  });

  it('is never written by the generic writer', async () => {
    const created = await app.post('staff', `/api/metadata/data/${apiName}`, { clientKey: 'a-client-key', values: {} });
    expect(created.code).toBe(codeOf('FORBIDDEN'));
    const changed = await app.post('staff', `/api/metadata/data/${apiName}/1`, { version: 1, values: {} });
    expect([codeOf('FORBIDDEN'), codeOf('UNKNOWN_RECORD')]).toContain(changed.code);
  });
});

describe('the definition of a system object', () => {
  const saved = async () => (await app.get<object>('staff', '/api/metadata/object/Order/saved')).data;
  const save = (definition: object) => app.post('staff', '/api/metadata/object/plan', { baseVersion: 1, definition });

  it('takes another label and other columns, and runs no step of storage', async () => {
    const definition = await saved();
    expect(await save({ ...definition, label: '全部订单' })).toMatchObject({ code: 0, data: { steps: [] } });
  });

  it('takes no field that its view lacks', async () => {
    const definition = (await saved()) as { fields: object[] };
    const fields = [...definition.fields, { apiName: 'colour', type: 'text', label: '颜色' }];
    expect(await save({ ...definition, fields })).toMatchObject({
      code: codeOf('INVALID_METADATA'),
      msg: '字段“颜色”：数据视图“order_list”没有列“colour”',
    });
  });

  it('takes no other source, so that staff cannot look into any table', async () => {
    const definition = await saved();
    expect(await save({ ...definition, source: 'account' })).toMatchObject({ code: codeOf('INVALID_METADATA') });
  });

  it('takes no action whose route is not one for actions, or lacks a parameter', async () => {
    const definition = (await saved()) as { actions: object[] };
    const [refund] = definition.actions;
    expect(await save({ ...definition, actions: [{ ...refund, route: 'POST /api/user/logout' }] })).toMatchObject({
      msg: '操作“退款”：接口“POST /api/user/logout”不能用于操作',
    });
    const { form: _form, ...bare } = refund as { form: object };
    expect(await save({ ...definition, actions: [bare] })).toMatchObject({
      msg: '操作“退款”：缺少接口需要的参数“reason”',
    });
  });
});
