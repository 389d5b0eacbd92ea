import { beforeEach, describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { Draft, type DefinitionDraft } from '#client/features/metadata/draft/draft.ts';
import {
  freeName,
  hideField,
  isShown,
  moved,
  nameProblem,
  placed,
  restoredVersion,
  restoreField,
  sendable,
} from '#client/features/metadata/draft/definition-edits.ts';
import { keptDrafts } from '#client/features/metadata/draft/kept-drafts.ts';
import { tabOf, placeOf } from '#client/features/metadata/base/editor-ui-state.ts';
import { newObject } from '#tests/support/editing.ts';

const text = (apiName: string): FieldDefinition => ({ apiName, type: 'text', label: apiName });
const saved: ObjectDefinition = newObject('Company', ['name', 'city', 'brief'].map(text), {
  rules: [{ id: 'one', kind: 'required', target: 'city', rule: 'true' }],
});
const labelled = (label: string): ObjectDefinition => ({ ...saved, label });

let draft: DefinitionDraft;
beforeEach(() => {
  draft = new Draft(saved, saved);
});

describe('a draft', () => {
  test('is changed once something differs, and no longer when it is put back by hand', () => {
    draft.change(labelled('甲'));
    expect(draft.isDirty).toBe(true);
    draft.change(labelled(saved.label));
    expect(draft.isDirty).toBe(false);
  });

  test('steps back and forth through its states', () => {
    draft.change(labelled('甲'));
    draft.change(labelled('乙'));
    draft.undo();
    expect(draft.current.label).toBe('甲');
    draft.undo();
    expect([draft.current.label, draft.canUndo]).toEqual([saved.label, false]);
    draft.redo();
    draft.redo();
    expect([draft.current.label, draft.canRedo]).toEqual(['乙', false]);
  });

  test('takes back together what was typed into one form, and apart what was not', () => {
    draft.change(labelled('甲'), 'object');
    draft.change(labelled('甲乙'), 'object');
    draft.change({ ...draft.current, description: '说明' });
    draft.undo();
    expect(draft.current.label).toBe('甲乙');
    draft.undo();
    expect(draft.current.label).toBe(saved.label);
  });

  test('forgets what could be brought forward once it goes another way', () => {
    draft.change(labelled('甲'));
    draft.undo();
    draft.change(labelled('乙'));
    expect(draft.canRedo).toBe(false);
  });
});

describe('steps of an editor', () => {
  test('hiding a saved field keeps it, marked, and takes it out of every layout and rule', () => {
    const hidden = hideField(saved, saved, 'city');
    expect(hidden.fields.find((field) => field.apiName === 'city')).toMatchObject({ removed: true });
    expect((['column', 'filter', 'detail', 'form'] as const).map((place) => isShown(hidden, 'city', place))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(hidden.rules).toEqual([]);
  });

  test('hiding a field that was never saved takes it away altogether', () => {
    const grown = { ...saved, fields: [...saved.fields, text('logo')] };
    expect(hideField(grown, saved, 'logo').fields).toEqual(saved.fields);
  });

  test('a restored field is in the detail page and the form again', () => {
    const back = restoreField(hideField(saved, saved, 'city'), 'city');
    expect(back.fields.find((field) => field.apiName === 'city')?.removed).toBeUndefined();
    expect([isShown(back, 'city', 'form'), isShown(back, 'city', 'detail'), isShown(back, 'city', 'column')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('a field is in one section: put into another, it is out of the first', () => {
    const sections = [
      { label: '甲', fields: ['a', 'b', 'c'] },
      { label: '乙', fields: ['d'] },
    ];
    expect(placed(sections, 1, 'b', 0).map(({ fields }) => fields)).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
    expect(placed(sections, 0, 'a', 3)[0]?.fields).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  });

  test('a name is checked at once against the schema, the system and the other fields, hidden ones too', () => {
    const hidden = hideField(saved, saved, 'city');
    expect(nameProblem(hidden, '城市')).toMatch(/小写字母开头/);
    expect(nameProblem(hidden, 'createdAt')).toMatch(/系统保留/);
    expect(nameProblem(hidden, 'brief')).toMatch(/重复/);
    expect(nameProblem(hidden, 'city')).toMatch(/已停用/);
    expect(nameProblem(hidden, 'town')).toBeUndefined();
    expect([freeName(hidden, 'city'), freeName(hidden, 'town'), freeName(hidden, '城市')]).toEqual([
      'city2',
      'town',
      'field1',
    ]);
  });

  test('sections without fields are not sent', () => {
    const { detail } = saved.layouts;
    const empty = {
      ...saved,
      layouts: { ...saved.layouts, detail: { ...detail, sections: [{ label: '空', fields: [] }] } },
    };
    expect(sendable(empty).layouts.detail.sections).toEqual([]);
  });

  test('an earlier version brought back hides the fields that came later and drops none', () => {
    const later = { ...saved, version: 3, fields: [...saved.fields, text('logo')] };
    const back = restoredVersion(later, saved);
    expect(back.version).toBe(3);
    expect(back.fields.map(({ apiName, removed }) => [apiName, removed === true])).toEqual([
      ['name', false],
      ['city', false],
      ['brief', false],
      ['logo', true],
    ]);
  });
});

describe('a problem leads to its place', () => {
  const spot = (field: string, rule?: string) =>
    placeOf({ field, message: '', ...(rule !== undefined && { rule }) }, saved);
  test.each([
    ['city', { tab: 'fields', selection: { kind: 'field', apiName: 'city' } }],
    ['fields.2.config.maxItems', { tab: 'fields', selection: { kind: 'field', apiName: 'brief' } }],
    ['layouts.form.sections.0.label', { tab: 'form', selection: { kind: 'section', layout: 'form', index: 0 } }],
    ['layouts.detail.related.1.fields', { tab: 'detail', selection: { kind: 'part', list: 'related', index: 1 } }],
    ['layouts.list.columns', { tab: 'list' }],
    ['rules.0.rule', { tab: 'rules', selection: { kind: 'rule', index: 0 } }],
    ['route', { tab: 'object' }],
  ])('%s', (field, expected) => expect(spot(field)).toEqual(expected));

  test('a rule is found by its id, whatever field it is about', () => {
    expect(spot('city', 'one')).toEqual({ tab: 'rules', selection: { kind: 'rule', index: 0 } });
  });

  test('an address that names no tab leads to the first', () => {
    expect([tabOf('rules'), tabOf('nonsense'), tabOf(null)]).toEqual(['rules', 'fields', 'fields']);
  });
});

test('drafts of two people at one browser are two, and what cannot be read is none', () => {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  let person = 'a';
  const drafts = keptDrafts(storage, () => person);
  drafts.keep('Company', { base: saved, current: labelled('甲'), savedAt: 5 });
  person = 'b';
  expect(drafts.read('Company')).toBeUndefined();
  person = 'a';
  expect(drafts.read('Company')?.current.label).toBe('甲');
  for (const key of entries.keys()) entries.set(key, '{"current":7}');
  expect(drafts.read('Company')).toBeUndefined();
});
