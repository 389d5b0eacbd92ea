import { fireEvent, render, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { StorageStep } from '#schemas/api/storage-step.ts';
import { listRecords } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { StorageSteps } from '#client/features/metadata/base/storage-preview.tsx';
import { DetailPreview } from '#client/features/metadata/layouts/detail-preview.tsx';
import { ListPreview } from '#client/features/metadata/layouts/list-preview.tsx';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { newObject } from '#tests/support/editing.ts';
import { EVERY_FIELD } from '#tests/support/metadata/every-field-type.ts';
import { twoValues } from '#tests/support/metadata/known-values.ts';
import { LOOKUPS } from '#tests/ui/records/forms/fake-server.ts';
import { buildEditor, SavedObjects } from './editor-fixture.tsx';

const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称', required: true };
const FIELDS = EVERY_FIELD.filter((field) => !isComputed(field) && !isSealed(field)).map((field) => ({
  ...field,
  apiName: 'given',
}));

/** Draws both previews of a draft that adds a field to list and page; the object as it is saved shows its name alone. */
async function drawPreviews(saved: FieldDefinition, drafted: FieldDefinition, value: FieldValue): Promise<string[]> {
  const server = new SavedObjects();
  const { layouts, ...definition } = newObject('Company', [NAME, saved]);
  const list = { columns: ['name'], filters: [], sort: [] };
  server.definition = { ...definition, layouts: { ...layouts, list } };
  const held: Readonly<Record<string, FieldValue>> = { name: '星河智造', given: value };
  server.api.on(listRecords, ({ body }) => {
    const row = Object.fromEntries((body.fields ?? list.columns).map((name) => [name, held[name]]));
    return { layout: null, list: [{ id: '1', ...row }], total: 1, totalIsExact: true, after: null };
  });
  const deps = buildEditor(server);
  await deps.preview.load(server.definition);
  const detail = { ...layouts.detail, sections: [{ label: '其他', columns: 1 as const, fields: ['given'] }] };
  const draft = {
    ...definition,
    fields: [NAME, drafted],
    layouts: { ...layouts, list: { ...list, columns: ['name', 'given'] }, detail },
  };
  const table = render(<ListPreview deps={deps} object={draft} isSaved={false} />);
  const page = render(<DetailPreview deps={deps} object={draft} />);
  const cells = within(table.container).getAllByRole('cell');
  const shown = within(page.container).getByRole('definition');
  return [cells.at(-1)?.innerHTML ?? '', shown.innerHTML];
}

function drawCell(field: FieldDefinition, value: FieldValue): string {
  const Cell = cellOf(field);
  return render(<Cell field={field} value={value} options={LOOKUPS} />).container.innerHTML;
}

describe('the previews of the editor', () => {
  test.each(FIELDS.map((field) => [field.label, field] as const))(
    'show what a record holds for a %s that the draft adds to list and page',
    async (_, field) => {
      const [value] = twoValues(field);
      const cell = drawCell(field, value);
      expect(cell).not.toBe(drawCell(field, undefined));
      expect(await drawPreviews(field, field, value)).toEqual([cell, cell]);
    },
  );

  test.each(FIELDS.map((field) => [field.label, field] as const))(
    'show nothing for a %s that the draft gives another type',
    async (_, field) => {
      const type = field.type === 'boolean' ? 'integer' : 'boolean';
      const retyped: FieldDefinition = { apiName: 'given', type, label: field.label };
      const nothing = drawCell(retyped, undefined);
      expect(await drawPreviews(field, retyped, twoValues(field)[0])).toEqual([nothing, nothing]);
    },
  );
});

describe('the steps of a change', () => {
  const step = (kind: StorageStep['kind'], target: string, more: Partial<StorageStep> = {}): StorageStep => ({
    kind,
    table: 'A',
    target,
    sql: `sql of ${target}`,
    deferred: false,
    ...more,
  });
  const linesOf = (steps: readonly StorageStep[]) => {
    const { container } = render(<StorageSteps steps={steps} />);
    return within(within(container).getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  };

  test('are words, a line for each kind, and a new table says how many columns it has', () => {
    const later = { deferred: true };
    expect(
      linesOf([
        step('createTable', 'A', { columns: 12 }),
        step('createIndex', 'a', later),
        step('createIndex', 'b', later),
      ]),
    ).toEqual(['新建数据表，含 12 列', '新建 2 个索引（保存后在后台执行）']);
    expect(linesOf([step('addColumn', 'a'), step('addFilledColumn', 'b'), step('dropDefault', 'b')])).toEqual([
      '增加 1 列',
      '增加 1 列，已有记录填入默认值',
      '已有记录填好后，取消列上的默认值',
    ]);
  });

  test('show no SQL until it is asked for', async () => {
    const { container } = render(<StorageSteps steps={[step('addColumn', 'a')]} />);
    expect(container.textContent).not.toContain('sql of a');
    fireEvent.click(within(container).getByText('查看 SQL'));
    expect(await within(container).findByText('sql of a')).toBeDefined();
  });
});
