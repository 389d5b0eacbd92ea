import type { Annotations } from '#schemas/metadata/annotations.ts';
import { BlockView } from '#schemas/metadata/detail.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, isDated, isLinking, isList, valueType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { Problem } from '#shared/errors.ts';
import { linksTo, notLinking, Place, type Test } from './definition-place.ts';

const isShort: Test = (field) => !isSealed(field) && valueType(field).freeText !== 'long';
/** What a field comes to hold may follow from objects that are saved along with this one: then it is taken as fitting. */
const isOpenResult: Test = (field) => fieldType(field).kind === 'answer' && field.config?.result === undefined;
const isNumeric: Test = (field) =>
  isOpenResult(field) || ['integer', 'decimal', 'money'].includes(valueType(field).kind);
const isGrouped: Test = (field) => isOpenResult(field) || (valueType(field).options !== undefined && !isList(field));

/** What the looks of a list need, and that they are there to be seen. */
export function viewProblems(place: Place, view: BlockView | undefined, target: ObjectDefinition): void {
  if (!view) return;
  place.field(target, view.date, 'view.date', isDated, '不是日期');
  place.field(target, view.badge, 'view.badge', isShort, '不能作为标记');
  place.field(target, view.figure, 'view.figure', isNumeric, '不是数值');
  place.field(target, view.picture, 'view.picture', (field) => fieldType(field).isPicture === true, '不是图片');
  place.field(target, view.groupBy, 'view.groupBy', isGrouped, '不能用来分组');
  place.field(target, view.next, 'view.next', linksTo(target.apiName), notLinking(target));
  place.field(target, view.previous, 'view.previous', linksTo(target.apiName), notLinking(target));
  place.field(target, view.members, 'view.members', (field) => isLinking(field), '没有关联其他对象');
  for (const part of VIEW_NEEDS[view.kind])
    if (view[part] === undefined) place.say(`view.${part}`, `${VIEW_LABELS[view.kind]}需要指明${partTitle(part)}`);
}

type ViewPart = Exclude<keyof BlockView, 'kind' | 'own'>;
/** Parts without which a view has nothing to draw. */
const VIEW_NEEDS: Readonly<Record<BlockView['kind'], readonly ViewPart[]>> = {
  table: [],
  timeline: ['date'],
  cards: [],
  map: ['groupBy', 'figure'],
  chain: ['groupBy'],
  network: [],
};
const said = (part: keyof BlockView): Annotations => BlockView.properties[part] as unknown as Annotations;
const VIEW_LABELS = said('kind')['x-labels'] ?? {};
const partTitle = (part: ViewPart): string => `“${said(part).title ?? part}”`;

/** Tabs name what is there, each thing once. */
export function tabProblems({
  sections,
  related,
  charts = [],
  tabs = [],
}: ObjectDefinition['layouts']['detail']): Problem[] {
  const labels = [...sections, ...related, ...charts].map(({ label }) => label);
  const tabOf = new Map<string, string>();
  return tabs.flatMap(({ label, blocks }, index) => {
    const place = new Place(`layouts.detail.tabs.${index}`, `标签页“${label}”`);
    // The address of a tab is its name.
    if (tabs.findIndex((tab) => tab.label === label) < index) place.say('label', '已有同名的标签页，请改名');
    for (const [at, name] of blocks.entries()) {
      const found = labels.filter((one) => one === name).length;
      const before = tabOf.get(name);
      if (found === 0) place.say(`blocks.${at}`, `没有叫“${name}”的分区、关联列表或图表`);
      else if (found > 1) place.say(`blocks.${at}`, `有 ${found} 处都叫“${name}”，请改名以便区分`);
      else if (before !== undefined) place.say(`blocks.${at}`, `“${name}”已在标签页“${before}”中`);
      tabOf.set(name, label);
    }
    return place.problems;
  });
}
