import { describe, expect, test } from 'vitest';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import type { MergeChoices } from '#shared/metadata/merge-parts.ts';
import { pathKey } from '#shared/metadata/merge-parts.ts';
import { mergeDefinitions } from '#shared/metadata/merge-definitions.ts';
import { newObject } from '#tests/support/editing.ts';

const FIELDS = ['name', 'city', 'stage', 'brief'];

const section = (label: string, ...fields: string[]): Section => ({ label, fields });

const base: ObjectDefinition = {
  ...newObject(
    'Company',
    FIELDS.map((apiName) => ({ apiName, type: 'text', label: apiName, maxLength: 50 })),
  ),
  rules: [
    { id: 'one', kind: 'assert', target: 'name', rule: 'self.name != "x"', message: '不对' },
    { id: 'two', kind: 'required', target: 'city', rule: 'true' },
  ],
  layouts: {
    list: { columns: FIELDS, filters: ['city'], sort: [{ field: 'name', order: 'asc' }] },
    detail: { sections: [section('基本', ...FIELDS)], related: [] },
    form: { sections: [section('基本', 'name', 'city'), section('其他', 'stage', 'brief')] },
  },
};

type Change = (draft: ObjectDefinition) => void;

/** Both begin at `base`; theirs is saved as the next version. */
function merge(mine: Change, theirs: Change, choices?: MergeChoices) {
  const [left, right] = [structuredClone(base), { ...structuredClone(base), version: 2 }];
  mine(left);
  theirs(right);
  return mergeDefinitions({ base, mine: left, theirs: right }, choices);
}

const field = (object: ObjectDefinition, apiName: string) => {
  const found = object.fields.find((candidate) => candidate.apiName === apiName);
  if (!found) throw new Error(`no field ${apiName}`);
  return found;
};
const places = (clashes: readonly { readonly path: readonly string[] }[]) => clashes.map(({ path }) => path.join('.'));

describe('two people change one object', () => {
  test('no user changed anything: nothing changes and nothing is asked', () => {
    const { definition, clashes } = merge(
      () => undefined,
      () => undefined,
    );
    expect(definition).toEqual({ ...base, version: 2 });
    expect(clashes).toEqual([]);
  });

  test('changes to different attributes of one field both stay', () => {
    const { definition, clashes } = merge(
      (mine) => Object.assign(field(mine, 'city'), { label: '城市', config: { help: '总部所在' } }),
      (theirs) => Object.assign(field(theirs, 'city'), { maxLength: 80, config: { searchable: true } }),
    );
    expect(field(definition, 'city')).toEqual({
      apiName: 'city',
      type: 'text',
      label: '城市',
      maxLength: 80,
      config: { help: '总部所在', searchable: true },
    });
    expect(clashes).toEqual([]);
  });

  test('the same attribute changed to two things is a question, and mine holds until it is answered', () => {
    const both: [Change, Change] = [
      (mine) => Object.assign(field(mine, 'city'), { label: '城市' }),
      (theirs) => Object.assign(field(theirs, 'city'), { label: '所在地' }),
    ];
    const open = merge(...both);
    expect(open.clashes).toEqual([{ path: ['fields', 'city', 'label'], base: 'city', mine: '城市', theirs: '所在地' }]);
    expect(field(open.definition, 'city').label).toBe('城市');
    const answered = merge(...both, new Map([[pathKey(['fields', 'city', 'label']), 'theirs']]));
    expect(field(answered.definition, 'city').label).toBe('所在地');
    expect(answered.clashes).toHaveLength(1);
  });

  test('the same change made by both is no question', () => {
    const same: Change = (draft) => Object.assign(field(draft, 'city'), { label: '城市' });
    expect(merge(same, same).clashes).toEqual([]);
  });

  test('fields added by both are all there, in the table and in the lists', () => {
    const add =
      (apiName: string): Change =>
      (draft) => {
        draft.fields.push({ apiName, type: 'integer', label: apiName });
        draft.layouts.list.columns.push(apiName);
        draft.layouts.form.sections[1]?.fields.push(apiName);
      };
    const { definition, clashes } = merge(add('staffCount'), add('revenue'));
    expect(definition.fields.map(({ apiName }) => apiName)).toEqual([...FIELDS, 'revenue', 'staffCount']);
    expect(new Set(definition.layouts.list.columns)).toEqual(new Set([...FIELDS, 'staffCount', 'revenue']));
    expect(new Set(definition.layouts.form.sections[1]?.fields)).toEqual(
      new Set(['stage', 'brief', 'staffCount', 'revenue']),
    );
    expect(clashes).toEqual([]);
  });

  test('a field of the same name added by both in two ways is a question', () => {
    const add =
      (type: 'integer' | 'text'): Change =>
      (draft) => {
        draft.fields.push({ apiName: 'scale', type, label: '规模' });
      };
    expect(places(merge(add('integer'), add('text')).clashes)).toEqual(['fields.scale']);
  });

  test('a field one hides while the other rewords it is hidden with the new words', () => {
    const { definition, clashes } = merge(
      (mine) => Object.assign(field(mine, 'city'), { removed: true }),
      (theirs) => Object.assign(field(theirs, 'city'), { label: '所在地' }),
    );
    expect(field(definition, 'city')).toMatchObject({ removed: true, label: '所在地' });
    expect(clashes).toEqual([]);
  });
});

describe('rules', () => {
  test('a rule one removed and the other left alone is gone', () => {
    const { definition } = merge(
      (mine) => void mine.rules.shift(),
      () => undefined,
    );
    expect(definition.rules.map(({ id }) => id)).toEqual(['two']);
  });

  test('a rule one removed and the other changed is a question; kept, it has its place', () => {
    const both: [Change, Change] = [
      (mine) => void mine.rules.shift(),
      (theirs) => Object.assign(theirs.rules[0] ?? {}, { rule: 'self.name != "y"' }),
    ];
    expect(merge(...both).definition.rules.map(({ id }) => id)).toEqual(['two']);
    expect(places(merge(...both).clashes)).toEqual(['rules.one']);
    const kept = merge(...both, new Map([[pathKey(['rules', 'one']), 'theirs']]));
    expect(kept.definition.rules.map(({ id, rule }) => [id, rule])).toEqual([
      ['one', 'self.name != "y"'],
      ['two', 'true'],
    ]);
  });

  test('an expression is never made of two halves', () => {
    const { definition, clashes } = merge(
      (mine) => Object.assign(mine.rules[0] ?? {}, { when: 'has(self.city)' }),
      (theirs) => Object.assign(theirs.rules[0] ?? {}, { rule: 'self.name != "y"', message: '换一个' }),
    );
    expect(places(clashes)).toEqual(['rules.one.rule']);
    expect(definition.rules[0]).toMatchObject({ when: 'has(self.city)', rule: 'self.name != "x"', message: '换一个' });
  });
});

describe('lists and sections', () => {
  test('an order that one changed is kept, with what the other added behind its neighbour', () => {
    const { definition, clashes } = merge(
      (mine) => void mine.layouts.list.columns.reverse(),
      (theirs) => void theirs.layouts.list.columns.splice(2, 0, 'logo'),
    );
    expect(definition.layouts.list.columns).toEqual(['brief', 'stage', 'city', 'logo', 'name']);
    expect(clashes).toEqual([]);
  });

  test('two new orders are a question', () => {
    const { clashes } = merge(
      (mine) => void mine.layouts.list.columns.reverse(),
      (theirs) => void theirs.layouts.list.columns.sort(),
    );
    expect(places(clashes)).toEqual(['list.columns.order']);
  });

  test('what one takes out of a list stays out though the other moved it', () => {
    const { definition } = merge(
      (mine) => void (mine.layouts.list.columns = ['name', 'city', 'brief']),
      (theirs) => void theirs.layouts.list.columns.reverse(),
    );
    expect(definition.layouts.list.columns).toEqual(['brief', 'city', 'name']);
  });

  test('a section one renamed takes in the field that the other put there', () => {
    const { definition, clashes } = merge(
      (mine) => Object.assign(mine.layouts.form.sections[1] ?? {}, { label: '补充信息', columns: 3 }),
      (theirs) => {
        theirs.layouts.form.sections = [section('基本', 'name'), section('其他', 'stage', 'brief', 'city')];
      },
    );
    expect(clashes).toEqual([]);
    expect(definition.layouts.form.sections).toEqual([
      { label: '基本', fields: ['name'] },
      { label: '补充信息', columns: 3, fields: ['stage', 'brief', 'city'] },
    ]);
  });

  test('a field moved by both to different sections is a question and is in one of them', () => {
    const move =
      (label: string): Change =>
      (draft) => {
        draft.layouts.form.sections = [
          section('基本', 'name'),
          section('其他', 'stage', 'brief'),
          section(label, 'city'),
        ];
      };
    const { definition, clashes } = merge(move('甲'), move('乙'));
    expect(places(clashes)).toEqual(['form.sections.home.city']);
    const holding = definition.layouts.form.sections.filter(({ fields }) => fields.includes('city'));
    expect(holding.map(({ label }) => label)).toEqual(['甲']);
  });

  test('a section one removed stays while the other keeps a field of his own in it', () => {
    const { definition } = merge(
      (mine) => {
        mine.layouts.form.sections = [section('基本', ...FIELDS)];
      },
      (theirs) => {
        theirs.fields.push({ apiName: 'logo', type: 'image', label: '标志' });
        theirs.layouts.form.sections[1]?.fields.push('logo');
      },
    );
    expect(definition.layouts.form.sections.map(({ label, fields }) => [label, fields])).toEqual([
      ['基本', FIELDS],
      ['其他', ['logo']],
    ]);
  });
});
