import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { newObject } from '#tests/support/editing.ts';
import { options } from './sample-object.ts';

/** A field by what tests say of it; it is labelled by its name. */
export const field = (
  apiName: string,
  type: FieldDefinition['type'],
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({ apiName, type, label: apiName, ...more });

/** Projects with a stage, and visits to them that look the stage up, count by it and are limited by it. */
export function stagedProjects(of: string): readonly ObjectDefinition[] {
  const [project, visit] = [`${of}Project`, `${of}Visit`];
  const stage = field('stage', 'select', { label: '阶段', selectOptions: options('stage', '早期', '成熟') });
  const fields = [
    field('name', 'text', { label: '名称' }),
    stage,
    field('amount', 'currency', { label: '金额', config: { sortable: true } }),
    field('code', 'text', { label: '编号', maxLength: 20, config: { unique: true } }),
    field('note', 'text', { label: '说明' }),
    field('isLate', 'formula', {
      label: '是否成熟',
      config: { resultType: 'boolean', expression: 'has(self.stage) && self.stage == "成熟"' },
    }),
  ];
  const base = newObject(project, fields, { route: `/data/${project}` });
  const home: ObjectDefinition = {
    ...base,
    rules: [
      {
        id: 'stage-note',
        kind: 'required',
        target: 'note',
        rule: `has(self.stage) && self.stage == 'stage'`,
        tests: [{ values: { stage: 'stage' }, expected: true }],
      },
      {
        id: 'late',
        kind: 'assert',
        target: 'stage',
        rule: `self.stage in ['stage', '早期', '成熟']`,
        message: '{阶段}（{stage}）不可用',
      },
    ],
    layouts: {
      ...base.layouts,
      list: { columns: ['name', 'stage'], filters: ['stage'], sort: [{ field: 'amount', order: 'desc' }] },
      detail: { ...base.layouts.detail, tags: ['stage'] },
    },
  };
  const visits = newObject(
    visit,
    [
      field('name', 'text', { label: '名称' }),
      field('project', 'reference', {
        label: '项目',
        targetApiName: project,
        config: { targetFilter: { field: 'stage', op: 'in', value: ['stage', '早期', '成熟'] } },
      }),
      field('stage', 'lookup', { label: '项目阶段', config: { lookup: { reference: 'project', field: 'stage' } } }),
    ],
    { route: `/data/${visit}` },
  );
  return [home, visits];
}
