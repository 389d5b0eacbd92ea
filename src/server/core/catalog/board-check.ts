import type { BoardLayout } from '#schemas/metadata/board.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, isLinking, isList, valueKind } from '#generators/field-types/registry.ts';
import { findField } from '#generators/object.ts';
import type { Problem } from '#shared/errors.ts';

/** What is looked up of a field of a board, by the place that names it. */
type Test = readonly [name: string | undefined, place: string, isFit: (field: FieldDefinition) => boolean];

const isDay = (field: FieldDefinition) => fieldType(field).kind === 'date';
const isFigure = (field: FieldDefinition) => ['integer', 'decimal', 'money'].includes(valueKind(field));
const isAny = () => true;

/** What would keep a board from being drawn, or its cards from being moved. */
export function boardProblems(object: ObjectDefinition, findObject: (name: string) => ObjectDefinition | undefined) {
  const { board } = object.layouts;
  if (!board) return [];
  const say = (message: string): Problem => ({ field: 'layouts.board', message: `看板：${message}` });
  const { by, card, logo = [], due, sum, goal } = board;
  const columns = findField(object, by)?.selectOptions?.map(({ value }) => value) ?? [];
  const fields: Test[] = [
    [by, '分列字段', (field) => !isList(field) && fieldType(field).options === 'list'],
    ...card.map((name): Test => [name, '卡片字段', isAny]),
    ...logo.map((name): Test => [name, '标志取自', isLinking]),
    [due, '到期字段', isDay],
    [sum, '合计字段', isFigure],
    [goal?.per, '目标的分组字段', isLinking],
  ];
  const unfit = fields.flatMap(([name, place, isFit]) => {
    const field = name === undefined ? undefined : findField(object, name);
    return name === undefined || (field && !field.removed && isFit(field)) ? [] : [`“${place}”不能使用“${name}”`];
  });
  return [
    ...unfit,
    ...columnProblems(board, columns),
    ...moveProblems(object, board),
    ...goalProblems(board, findObject),
  ].map(say);
}

function columnProblems({ ended = [], asks = [], goal }: BoardLayout, columns: readonly string[]): string[] {
  const named = [...ended, ...asks.map(({ value }) => value), ...(goal?.reached ?? [])];
  return [...new Set(named)].filter((value) => !columns.includes(value)).map((value) => `没有列“${value}”`);
}

function moveProblems({ actions = [] }: ObjectDefinition, { by, move, undo, asks = [] }: BoardLayout): string[] {
  // Without an action, moving a card changes its record, which system objects do not let happen.
  if (move === undefined) {
    const needless = [undo && '撤销移动的操作', asks.length > 0 && '移入时填写'].filter(Boolean);
    return needless.map((name) => `没有移动卡片的操作，不能设置“${name}”`);
  }
  const mover = actions.find(({ id }) => id === move);
  const asked = mover?.form?.map(({ apiName }) => apiName) ?? [];
  return [
    ...(mover?.route !== undefined && asked.includes(by) ? [] : [`操作“${move}”的表单不能填写分列字段`]),
    ...(undo === undefined || actions.some(({ id, route }) => id === undo && route !== undefined)
      ? []
      : [`没有操作“${undo}”`]),
    ...asks
      .flatMap(({ fields }) => fields)
      .filter((name) => !asked.includes(name))
      .map((name) => `操作“${move}”不填写“${name}”`),
  ];
}

function goalProblems(
  { goal, sum }: BoardLayout,
  findObject: (name: string) => ObjectDefinition | undefined,
): string[] {
  if (!goal) return [];
  const other = findObject(goal.objectApiName);
  const [link, field] = [goal.link, goal.field].map((name) => other && findField(other, name));
  return [
    ...(sum === undefined ? ['有目标时需要合计字段'] : []),
    ...(other && !(link && isLinking(link)) ? [`“${other.label}”没有关联字段“${goal.link}”`] : []),
    ...(other && !(field && isFigure(field)) ? [`“${other.label}”没有数字字段“${goal.field}”`] : []),
  ];
}
