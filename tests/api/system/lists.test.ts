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

/** As many as one list may be ordered by. */
const AT_ONCE = 5;

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
      const isOpen = decideAudience(actor, object.access, list === 'owner' ? 'member' : list) === null;
      const offered = (object.actions ?? []).filter(({ route = '', link, policy }) => {
        const action = policy ?? ACTION_ROUTES.get(route)?.action;
        return action === undefined ? link !== undefined : decide(actor, action) === null;
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
    /** Fields of one list, each alone only where all at once are refused. */
    const checkAll = async (names: readonly string[], body: (some: readonly string[]) => object) => {
      if (names.length === 0 || (await ask(body(names))).code === 0) return;
      for (const name of names) await check(name, ask(body([name])));
    };
    const all = liveFields(object);
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE);
      const blank = some.filter((field) => fieldType(field).operators.includes('notEmpty'));
      const ordered = some.filter((field) => fieldType(field).sortColumn(field) !== null);
      await checkAll(
        blank.map(({ apiName: name }) => name),
        (names) => ({ filter: { and: names.map((field) => ({ field, op: 'notEmpty' })) } }),
      );
      for (const order of ['asc', 'desc'] as const)
        await checkAll(
          ordered.map(({ apiName: name }) => name),
          (names) => ({ sort: names.map((field) => ({ field, order })) }),
        );
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

  /** What is said of the refund with some of its entries changed; undefined ones are left out. */
  const saidOf = async (change: object) => {
    const definition = (await saved()) as { actions: object[] };
    const { code, msg } = await save({ ...definition, actions: [{ ...definition.actions[0], ...change }] });
    return code === 0 ? 'saved' : msg.replace('操作“退款”：', '');
  };
  const bare = { route: undefined, bind: undefined, form: undefined, confirm: undefined, when: undefined };

  it('takes no action whose route is not one for actions, or lacks a parameter', async () => {
    expect(await saidOf({ route: 'POST /api/user/logout' })).toBe('接口“POST /api/user/logout”不能用于操作');
    expect(await saidOf({ form: undefined })).toBe('缺少接口需要的参数“reason”');
    expect(await saidOf({ bind: { id: 'no', colour: 'state' } })).toBe('接口没有参数“colour”');
    expect(await saidOf({ shows: 'phone' })).toBe('接口的结果没有“phone”');
    const cancel = { route: 'POST /api/orders/{id}/cancel', form: undefined };
    expect(await saidOf({ ...cancel, shows: 'no' })).toBe('saved');
  });

  it.each([
    [2, 500, 'saved'],
    [1, 500, '“原因”的范围与接口不同'],
    [2, 200, '“原因”的范围与接口不同'],
    [2, 600, '“原因”的范围与接口不同'],
  ])('takes a reason of %i to %i characters as its route does', async (minLength, maxLength, said) => {
    const reason = { apiName: 'reason', type: 'longText', label: '原因', required: true, minLength, maxLength };
    expect(await saidOf({ form: [reason] })).toBe(said);
  });

  it('takes an action with exactly one of a route, a link and a dialog', async () => {
    expect(await saidOf({ route: undefined, bind: undefined, form: undefined, confirm: undefined })).toBe(
      '接口、链接与专用对话框应恰好有一项',
    );
    expect(await saidOf({ link: '/staff/log' })).toBe('接口、链接与专用对话框应恰好有一项');
    expect(await saidOf({ ...bare, link: '/staff/log?targetId={no}' })).toBe('saved');
    expect(await saidOf({ ...bare, link: '/staff/log?targetId={colour}' })).toBe('没有字段“colour”');
    expect(await saidOf({ ...bare, link: '//elsewhere.example' })).toContain('链接');
    expect(await saidOf({ ...bare, link: '/staff/log', form: [] })).not.toBe('saved');
  });

  it('takes a dialog that the product has, for users whom the policy names', async () => {
    expect(await saidOf({ ...bare, dialog: 'nowhere', policy: 'staff.orders' })).toBe('没有专用对话框“nowhere”');
    expect(await saidOf({ ...bare, dialog: 'nowhere' })).toBe('专用对话框没有所需权限');
    expect(await saidOf({ policy: 'staff.orders' })).toBe('所需权限由接口决定');
  });

  it('takes an action of the list that asks nothing of a row', async () => {
    expect(await saidOf({ ...bare, of: 'list', link: '/staff/log' })).toBe('saved');
    expect(await saidOf({ ...bare, of: 'list', link: '/staff/log?targetId={no}' })).toBe(
      '列表工具栏的链接不能有记录的字段',
    );
    expect(await saidOf({ of: 'list', when: undefined, bind: undefined })).toBe('缺少接口需要的参数“id”');
    expect(await saidOf({ of: 'list' })).toBe('列表工具栏的操作不能有“适用条件”');
  });
});
