import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, isComputed, isDated, isLinking, isList, valueKind } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isSystem } from '#generators/object.ts';
import type { Problem } from '#shared/errors.ts';
import { Place } from '#server/core/catalog/definition-place.ts';

const namesRecords = (field: FieldDefinition): boolean =>
  ['text', 'texts'].includes(valueKind(field)) && !isComputed(field) && !isSealed(field);

/** What data quality looks at must be there and fit: fields, objects, conditions and steps. */
export function qualityProblems(
  object: ObjectDefinition,
  findOther: (apiName: string) => ObjectDefinition | undefined,
): Problem[] {
  const { figures = [], names = [], order } = object.quality ?? {};
  const place = new Place('quality', '数据质量');
  const find = (apiName: string) => (apiName === object.apiName ? object : findOther(apiName));
  const labels = figures.map(({ label }) => label);
  const repeated = labels.find((label, index) => labels.indexOf(label) !== index);
  if (repeated !== undefined) place.say('figures', `指标“${repeated}”重复`);
  for (const { filter } of figures) place.filter(object, filter, find);
  for (const [index, { field, objectApiName }] of names.entries()) {
    place.field(object, field, `names.${index}.field`, namesRecords, '不是可以记名称的文本');
    const target = find(objectApiName);
    if (!target || isSystem(target)) place.say(`names.${index}.objectApiName`, `对象“${objectApiName}”不存在`);
  }
  if (order) {
    place.field(object, order.of, 'order.of', (field) => isLinking(field) && !isList(field), '不是指向一条记录的关联');
    place.field(object, order.date, 'order.date', isDated, '不是日期');
    place.field(
      object,
      order.step,
      'order.step',
      (field) => fieldType(field).options !== undefined && !isList(field),
      '不是单选',
    );
    if ((order.step === undefined) !== (order.steps === undefined))
      place.say('order.steps', '步骤字段与步骤应一并填写');
  }
  return place.problems;
}
