import { autorun } from 'mobx';
import { describe, expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { renamedDefinition } from '#generators/language/renamed-definition.ts';
import { formSections, formUiSchema } from '#generators/ui-schema.ts';
import { FILLED, FINANCING } from './financing.ts';

const user = { id: 'u1', roles: [] };
const today = '2026-11-21';
const editing = (more: Record<string, unknown> = {}, locked: readonly string[] = []) =>
  new FormStore({ definition: FINANCING, saved: { id: '9', version: 3, ...FILLED, ...more }, locked, user, today });
const without = (apiName: string, version: number): ObjectDefinition => ({
  ...FINANCING,
  version,
  fields: FINANCING.fields.map((field) => (field.apiName === apiName ? { ...field, removed: true } : field)),
});

describe('a form store', () => {
  test('a key asks only the rules that read the field', () => {
    const store = editing();
    const asked: string[] = [];
    const watch = (apiName: string) =>
      autorun(() => {
        const slot = store.slot(apiName);
        asked.push([apiName, slot.visible, slot.required, slot.fault, slot.allowed].join(' '));
      });
    const stops = ['leadName', 'repaymentCycle', 'website'].map(watch);
    asked.length = 0;
    store.set('name', '新名字');
    expect(asked).toEqual([]);
    store.set('repaymentWay', 'a_times');
    expect(asked).toEqual(['repaymentCycle true true 还款方式为一次性时，还款周期只能为“全部” all']);
    for (const stop of stops) stop();
  });

  test('a form begins without reading the rules of fields that are empty and not drawn', () => {
    const read: string[] = [];
    const rules = ['required', 'visible', 'assert'].map((kind, index) => ({
      id: kind,
      kind: kind as 'required',
      target: `empty${index}`,
      get rule() {
        read.push(kind);
        return 'has(self.name)';
      },
    }));
    const empty = rules.map(({ target }) => ({ apiName: target, type: 'text' as const, label: target }));
    const definition = { ...FINANCING, fields: [...FINANCING.fields, ...empty], rules };
    const store = new FormStore({ definition, user, today });
    store.set('name', '名字');
    expect(read).toEqual([]);
    expect([store.slot('empty0').required, store.slot('empty1').visible]).toEqual([true, true]);
    expect(read).toEqual(['required', 'visible']);
  });

  test('a rule that reads a hidden field hears of it once it is filled, and once it is hidden again', () => {
    const plain = (apiName: string) => ({ apiName, type: 'text' as const, label: apiName });
    const definition: ObjectDefinition = {
      ...FINANCING,
      fields: [...FINANCING.fields, plain('reason'), plain('proof')],
      rules: [
        { id: 'shows', kind: 'visible', target: 'reason', rule: "self.website == 'other'" },
        { id: 'asks', kind: 'required', target: 'proof', rule: 'has(self.reason)' },
      ],
    };
    const store = new FormStore({ definition, user, today });
    const seen: boolean[] = [];
    const stop = autorun(() => seen.push(store.slot('proof').required));
    store.set('website', 'other');
    store.set('reason', '因为');
    store.set('website', 'none');
    store.set('website', 'other');
    store.set('reason', undefined);
    stop();
    expect(seen).toEqual([false, true, false, true, false]);
  });

  test('the names of links, worked-out parts and blanks are no change', () => {
    const store = editing({ amount: { num: '5', currency: 'USD', equivalentMoney: '35' } });
    store.set('company', { id: '7' });
    store.set('amount', { num: '5', currency: 'USD' });
    store.set('website', '  ');
    expect(store.isDirty).toBe(false);
    expect(store.payload()).toEqual({});
    store.set('amount', { num: '6', currency: 'USD' });
    expect(store.payload()).toEqual({ amount: { num: '6', currency: 'USD' } });
  });

  test('a formula is worked out while its inputs are typed and never sent', () => {
    const store = editing();
    store.set('score', '8.5');
    expect(store.slot('total').value).toBe('17');
    expect(store.payload()).toEqual({ score: '8.5' });
  });

  test('a field whose value is not for this person is neither shown, nor asked for, nor sent', () => {
    const store = editing({ name: undefined }, ['name']);
    expect(store.slot('name').visible).toBe(false);
    expect(store.judge()).toEqual([]);
    expect(store.payload()).toEqual({});
  });

  test('problems are in the order of the form', () => {
    const store = new FormStore({ definition: FINANCING, user, today });
    expect(store.judge().map(({ field }) => field)).toEqual([
      'name',
      'company',
      'stage',
      'amount',
      'repaymentWay',
      'repaymentCycle',
    ]);
  });

  test('values of a field removed meanwhile are set aside and come back with it', () => {
    const store = editing();
    store.set('website', 'https://typed.example');
    store.adopt(without('website', 4));
    expect(store.slot('website').visible).toBe(false);
    expect(store.payload()).toEqual({});
    expect(store.aside.get('website')).toBe('https://typed.example');
    store.adopt({ ...FINANCING, version: 5 });
    expect(store.slot('website').value).toBe('https://typed.example');
    expect(store.payload()).toEqual({ website: 'https://typed.example' });
  });

  test('what was typed goes on under the new identifier of its field', () => {
    const store = editing({ website: 'https://saved.example' });
    store.set('website', 'https://typed.example');
    const renaming = { objectApiName: FINANCING.apiName, from: 'website', to: 'homepage' };
    store.adopt({ ...renamedDefinition(FINANCING, renaming), version: 4 });
    expect(store.slot('homepage').value).toBe('https://typed.example');
    expect(store.payload()).toEqual({ homepage: 'https://typed.example' });
    store.revert();
    expect(store.slot('homepage').value).toBe('https://saved.example');
    expect(store.isDirty).toBe(false);
  });

  test('a new field with a default brings it into a new record only', () => {
    const grown: ObjectDefinition = {
      ...FINANCING,
      version: 4,
      fields: [...FINANCING.fields, { apiName: 'source', type: 'text', label: '来源', config: { default: '官网' } }],
    };
    const fresh = new FormStore({ definition: FINANCING, user, today });
    fresh.adopt(grown);
    expect(fresh.slot('source').value).toBe('官网');
    expect(fresh.isDirty).toBe(false);
    const old = editing();
    old.adopt(grown);
    expect(old.slot('source').value).toBeUndefined();
  });

  test('going on from what another user saved keeps what was typed and takes the rest', () => {
    const store = editing();
    store.set('name', '我的');
    store.rebase({ ...FILLED, name: '他人的', website: 'https://theirs.example' });
    expect(store.slot('name').value).toBe('我的');
    expect(store.slot('website').value).toBe('https://theirs.example');
    expect(store.payload()).toEqual({ name: '我的' });
  });
});

describe('the layout of a form', () => {
  test('leaves out removed fields and sections emptied by them', () => {
    const [first, ...rest] = FINANCING.layouts.form.sections;
    const object = without('website', 4);
    const sections = [{ label: '只有官网', fields: ['website'] }, ...(first ? [first] : []), ...rest];
    expect(
      formSections({ ...object, layouts: { ...object.layouts, form: { sections } } }).map(({ label }) => label),
    ).toEqual(['基本信息', '融资方案', '附件与其他']);
  });

  test('is one section of all fields where metadata names none', () => {
    const object = { ...FINANCING, layouts: { ...FINANCING.layouts, form: { sections: [] } } };
    expect(formSections(object)).toEqual([
      { id: 'section-0', label: '融资需求', columns: 2, fields: FINANCING.fields.map((field) => field.apiName) },
    ]);
  });

  test('names order, widget, words and width of every field', () => {
    const ui = formUiSchema(FINANCING.fields);
    expect(ui['ui:order']).toEqual(FINANCING.fields.map((field) => field.apiName));
    expect(ui['brief']).toEqual({
      'ui:field': 'leaf',
      'ui:widget': 'longText',
      'ui:help': '将展示在项目卡片上',
      'ui:options': { span: 'row' },
    });
    expect(ui['staff']).toMatchObject({ 'ui:options': { span: 'cell', unit: '人' } });
  });

  test('leaves out fields that are in no section', () => {
    const object = {
      ...FINANCING,
      layouts: { ...FINANCING.layouts, form: { sections: [{ label: '一', fields: ['name'] }] } },
    };
    expect(formSections(object).flatMap(({ fields }) => fields)).toEqual(['name']);
  });
});
