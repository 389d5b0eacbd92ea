import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';

const MANY_COLUMNS: FieldDefinition['type'][] = ['currency', 'date', 'text', 'integer', 'textList'];

/** What every whole number of such an object holds, and every decimal that was one. */
export const HELD = 7;

/**
 * A small object, or the same with two fields more: one of several columns, one that is back-filled. Whole numbers become
 * decimals, texts are read as whole numbers, and a field that never held anything goes.
 */
export function growingObject(from: ObjectDefinition | undefined): ObjectDefinition {
  const base: ObjectDefinition = from ?? {
    apiName: 'Growing',
    label: '生长的对象',
    version: 1,
    nameField: 'name',
    fields: [{ apiName: 'name', type: 'text', label: '名称' }],
    layouts: {
      list: { columns: ['name'], filters: [], sort: [] },
      detail: { sections: [], related: [] },
      form: { sections: [] },
    },
    rules: [],
    access: { list: 'member', detail: 'member', create: 'staff', edit: 'staff' },
  };
  if (!from) return base;
  const count = base.fields.length;
  const type = MANY_COLUMNS[count % MANY_COLUMNS.length] ?? 'text';
  return {
    ...base,
    fields: [
      ...base.fields
        .filter(({ apiName }) => apiName !== 'unheld')
        .map((field) =>
          field.type === 'integer' && field.apiName.startsWith('whole')
            ? { ...field, type: 'decimal' as const }
            : /^said\d+$/.test(field.apiName)
              ? { ...field, type: 'integer' as const }
              : field,
        ),
      ...(base.fields.some(({ apiName }) => apiName === 'unheld')
        ? []
        : [{ apiName: 'unheld', type: 'date' as const, label: '从未有过数据' }]),
      { apiName: `said${base.version}`, type: 'text', label: `文本${base.version}` },
      { apiName: `whole${base.version}`, type: 'integer', label: `整数${base.version}` },
      { apiName: `field${count}`, type, label: `字段${count}` },
      {
        apiName: `field${count + 1}`,
        type: 'decimal',
        label: `字段${count + 1}`,
        required: true,
        config: { sortable: true, default: '1.5' },
      },
    ],
  };
}
