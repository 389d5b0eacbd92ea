import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const CLOSED = { list: 'staff', detail: 'staff', create: 'staff', edit: 'staff' } as const;
const OPEN = { list: 'everyone', detail: 'everyone', create: 'staff', edit: 'staff' } as const;
const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称', config: { searchable: true } };
const GRADE: FieldDefinition = { apiName: 'grade', type: 'text', label: '分级', config: { visibleTo: ['svip'] } };

/** An open object whose page shows records of one that staff alone may know of. */
function cellar(): ObjectDefinition {
  const definition = newObject('Cellar', [NAME, GRADE], {
    access: OPEN,
    route: '/data/cellar',
    fixedLists: [
      {
        route: '/data/cellar/best',
        label: '特级酒窖',
        filter: { field: 'grade', op: 'eq', value: '绝密等级' },
      },
    ],
  });
  return {
    ...definition,
    layouts: {
      ...definition.layouts,
      detail: {
        sections: [{ label: '概况', fields: ['name'] }],
        related: [
          { label: '内部稽查记录', objectApiName: 'Inspection', fields: ['cellar'], columns: ['name'] },
          { label: '公开酒款', objectApiName: 'Bottle', fields: ['cellar'], columns: ['name'] },
        ],
      },
    },
  };
}

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  const plain = cellar();
  made(
    await saveDefinition(test, {
      ...plain,
      layouts: { ...plain.layouts, detail: { sections: [], related: [] } },
    }),
  );
  const link: FieldDefinition = { apiName: 'cellar', type: 'reference', label: '酒窖', targetApiName: 'Cellar' };
  made(await saveDefinition(test, newObject('Inspection', [NAME, link], { access: CLOSED })));
  made(await saveDefinition(test, newObject('Bottle', [NAME, link], { access: OPEN })));
  made(await saveDefinition(test, plain));
});
afterAll(() => test.close());

const definition = (who: Who, apiName: string) =>
  test.get<ObjectDefinition>(who, `/api/metadata/object/${apiName}`).then(({ data }) => data);

const USERS: readonly Who[] = ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip'];

describe.each(USERS)('The definition of an open object names nothing of staff to a %s', (who) => {
  it('no block of the page that shows records of an object of staff', async () => {
    const { layouts } = await definition(who, 'Cellar');
    expect(layouts.detail.related.map(({ label }) => label)).toEqual(['公开酒款']);
    expect(JSON.stringify(layouts)).not.toContain('Inspection');
  });

  it('no list whose condition reads a field that is closed to the user', async () => {
    const { fixedLists } = await definition(who, 'Cellar');
    const isOpen = who === 'svip';
    expect(JSON.stringify(fixedLists ?? []).includes('绝密等级')).toBe(isOpen);
  });

  it('not how duplicates and faults are found, nor what waits for staff', async () => {
    const shown = await definition(who, 'InsightNews');
    expect(shown).not.toHaveProperty('matching');
    expect(shown).not.toHaveProperty('quality');
    expect(shown).not.toHaveProperty('waits');
  });
});

it('Staff who keep the metadata are given all of it', async () => {
  const { layouts, fixedLists } = await definition('staff', 'Cellar');
  expect(layouts.detail.related.map(({ label }) => label)).toEqual(['内部稽查记录', '公开酒款']);
  expect(fixedLists).toHaveLength(1);
  const companies = await definition('staff', 'InsightCompany');
  expect(companies).toHaveProperty('matching');
  expect(await definition('member', 'InsightCompany')).not.toHaveProperty('matching');
});
