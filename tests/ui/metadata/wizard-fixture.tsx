import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { groupRecords } from '#schemas/api/list-groups.ts';
import { readSavedObject } from '#schemas/api/metadata.ts';
import { listRecords } from '#schemas/api/records.ts';
import { newObject } from '#tests/support/editing.ts';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

/** What points at a company. */
export const VISIT = newObject('Visit', [
  { apiName: 'title', type: 'text', label: '标题' },
  { apiName: 'company', type: 'reference', label: '企业', targetApiName: 'Company' },
  { apiName: 'visitedOn', type: 'date', label: '走访日期', config: { sortable: true } },
  { apiName: 'result', type: 'select', label: '结论', selectOptions: [{ value: 'good', label: '良好' }] },
  { apiName: 'cost', type: 'decimal', label: '费用' },
]);

const PERSON = newObject('Person', [{ apiName: 'name', type: 'text', label: '姓名' }]);
/** A visit that names who was met. */
export const MEETING: typeof VISIT = {
  ...VISIT,
  fields: [...VISIT.fields, { apiName: 'met', type: 'multiReference', label: '见到的人', targetApiName: 'Person' }],
};

export const dialog = () => within(screen.getByRole('dialog'));
export const go = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));

const RECORDS: Record<string, { id: string; [name: string]: unknown }[]> = {
  Company: [
    { id: '1', name: '星河智造' },
    { id: '2', name: '远山科技' },
  ],
  Visit: [{ id: '7', title: '首次走访', cost: '12.5' }],
  Person: [{ id: '9', name: '示例联系人' }],
};

/** The editor of a company with the first question of a related list or a chart. */
export async function openWizard(
  what: '关联列表' | '图表',
  pointing: boolean,
  isWide = true,
  saved = new SavedObjects(),
  visit = VISIT,
) {
  saved.api
    .on(readSavedObject, ({ params: { objectApiName } }) =>
      objectApiName === 'Person' ? PERSON : objectApiName === 'Visit' ? visit : saved.definition,
    )
    .on(groupRecords, () => ({
      groups: [
        { key: 'good', label: '良好', count: 3, sum: '40' },
        { key: 'poor', label: '欠佳', count: 1, sum: '5' },
      ],
      more: 2,
    }))
    .on(listRecords, ({ body: { objectApiName } }) => ({
      layout: {
        pointing: pointing
          ? [{ objectApiName: 'Visit', label: '走访', fields: [{ apiName: 'company', label: '企业' }] }]
          : [],
      } as never,
      list: RECORDS[objectApiName] ?? [],
      total: 1,
      totalIsExact: true,
      after: null,
    }));
  const deps = buildEditor(saved);
  await openEditor(deps, isWide);
  deps.uiState.show('detail');
  fireEvent.click(await screen.findByRole('button', { name: `添加${what}` }));
  return deps;
}

/** The question on screen is answered. */
export const isReady = async (): Promise<void> => {
  const next = () => dialog().getByRole('button', { name: '下一步' });
  await waitFor(() => {
    if (next().hasAttribute('disabled')) throw new Error('No answer yet.');
  });
};
