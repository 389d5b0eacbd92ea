import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';

/** Conditions on every form that is measured beside a rival. */
export const CONDITIONS = 40;
const OPTIONS = Array.from({ length: 10 }, (_, index) => ({ value: `o${index}`, label: `选项${index + 1}` }));

/** One third text with lengths, one third numbers with bounds, one third choices of ten; every fifth required. */
function fieldAt(index: number): FieldDefinition {
  const apiName = `f${index}`;
  const label = `字段${index + 1}`;
  const required = index % 5 === 0;
  if (index % 3 === 0) return { apiName, type: 'text', label, required, minLength: 2, maxLength: 50 };
  if (index % 3 === 1) return { apiName, type: 'integer', label, required, config: { min: '0', max: '100000' } };
  return { apiName, type: 'select', label, required, selectOptions: OPTIONS };
}

/** Half of the conditions hang on the first field, which is the one typed into, the others on fields further down. */
function ruleAt(index: number, fields: number): Rule {
  const source = index % 2 === 0 ? 0 : 3 * index;
  const target = fields - 1 - index;
  const kind = index % 4 < 2 ? 'required' : 'visible';
  return {
    id: `c${index}`,
    kind,
    target: `f${target}`,
    rule: `has(self.f${source}) && self.f${source} != "secret${index}"`,
  };
}

/** A form of so many fields with conditions, flat, as the measured rivals get it. */
export function benchObject(fields: number, conditions: number): ObjectDefinition {
  const definitions = Array.from({ length: fields }, (_, index) => fieldAt(index));
  const all = definitions.map((field) => field.apiName);
  return {
    apiName: 'Bench',
    label: '基准表单',
    version: 1,
    nameField: 'f0',
    fields: definitions,
    layouts: {
      list: { columns: ['f0'], filters: [], sort: [] },
      detail: { sections: [], related: [] },
      form: { sections: [{ label: '全部字段', columns: 1, fields: all }] },
    },
    rules: Array.from({ length: conditions }, (_, index) => ruleAt(index, fields)),
    access: { list: 'everyone', detail: 'everyone', create: 'everyone', edit: 'everyone' },
  };
}
