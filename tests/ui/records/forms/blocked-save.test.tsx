// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { FakeServer } from './fake-server.ts';
import { FILLED, FINANCING } from './financing.ts';
import { control, nameControl, openForm, saveButton, type } from './open-form.tsx';

afterEach(cleanup);

/** The form with fields that are in no section, and with rules. */
function withUnplaced(fields: readonly FieldDefinition[], rules: readonly Rule[] = []): ObjectDefinition {
  return { ...FINANCING, fields: [...FINANCING.fields, ...fields], rules: [...FINANCING.rules, ...rules] };
}

async function saveWith(definition: ObjectDefinition, more: Record<string, unknown> = {}) {
  const server = new FakeServer();
  server.definition = definition;
  server.record = { ...FILLED, ...more };
  await openForm({ id: '9', server });
  type(nameControl(), '新的名字');
  fireEvent.click(saveButton());
  return server;
}

const text = (apiName: string, label: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  apiName,
  type: 'text',
  label,
  ...more,
});

describe('A save that something off the form blocks says so at the top, and the focus goes there', () => {
  test.each<[string, ObjectDefinition, Record<string, unknown>, RegExp]>([
    [
      'a required field in no section',
      withUnplaced(
        [text('capital', '注册资本')],
        [{ id: 'wanted', kind: 'required', target: 'capital', rule: 'has(self.name)' }],
      ),
      {},
      /注册资本：必填/,
    ],
    [
      'an assert whose target is in no section',
      withUnplaced(
        [text('remark', '备注')],
        [{ id: 'never', kind: 'assert', target: 'remark', rule: 'self.name == "x"', message: '名称不对' }],
      ),
      {},
      /备注：名称不对/,
    ],
    [
      'a formula that divides by 0',
      withUnplaced([
        {
          apiName: 'ratio',
          type: 'formula',
          label: '人均',
          config: { expression: 'self.equity / self.score + size(self.name)', resultType: 'decimal' },
        },
      ]),
      { equity: '10', score: '0' },
      /人均：.+/,
    ],
    [
      'a fault of a rule on a field that another rule hides',
      withUnplaced(
        [],
        [
          {
            id: 'divided',
            kind: 'assert',
            target: 'leadName',
            rule: 'self.equity / self.score > size(self.name)',
            message: '比例不对',
          },
        ],
      ),
      { equity: '10', score: '0' },
      /领投方名称：.+/,
    ],
  ])('%s', async (_, definition, more, words) => {
    const server = await saveWith(definition, more);
    const told = await screen.findByText(words, { selector: 'li' });
    const summary = told.closest<HTMLElement>('[role="alert"]');
    expect(document.activeElement).toBe(summary);
    expect(screen.getByText(/还有 1 处需要修改/)).toBeDefined();
    expect(server.writes).toHaveLength(0);
  });

  test('a refusal of the server for a field that is not on the form', async () => {
    const server = new FakeServer();
    server.definition = withUnplaced([text('capital', '注册资本')]);
    server.record = { ...FILLED };
    server.problems = [
      { field: 'capital', message: '须大于 0' },
      { field: 'unknown', message: '没有这个字段' },
    ];
    await openForm({ id: '9', server });
    type(nameControl(), '新的名字');
    fireEvent.click(saveButton());
    const told = await screen.findByText('注册资本：须大于 0');
    expect(screen.getByText('没有这个字段')).toBeDefined();
    expect(document.activeElement).toBe(told.closest('[role="alert"]'));
  });
});

test('The words about a field that may not be changed take the focus that its control cannot', async () => {
  const rules: Rule[] = [
    { id: 'fixed', kind: 'readonly', target: 'website', rule: 'true' },
    { id: 'wanted', kind: 'required', target: 'website', rule: 'true', message: '请先补全官网' },
  ];
  await saveWith({ ...FINANCING, rules: [...FINANCING.rules, ...rules] });
  const told = await screen.findByText('请先补全官网');
  expect(control('官网').disabled).toBe(true);
  expect(document.activeElement).toBe(told.parentElement);
});

test('A problem off the form is gone as soon as what it depends on is right', () => {
  const definition = withUnplaced([
    {
      apiName: 'ratio',
      type: 'formula',
      label: '人均',
      config: { expression: 'self.equity / self.score', resultType: 'decimal' },
    },
  ]);
  const store = new FormStore({
    definition,
    saved: { ...FILLED, equity: '10', score: '2' },
    user: { id: 'u1', roles: [] },
    today: '2026-11-21',
  });
  store.set('score', '0');
  expect(store.judge().map(({ field }) => field)).toEqual(['ratio']);
  expect(store.elsewhere.map(({ field }) => field)).toEqual(['ratio']);
  store.set('score', '2');
  expect(store.elsewhere).toEqual([]);
});
