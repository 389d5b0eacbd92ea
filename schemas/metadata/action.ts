import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { ConditionInput } from './condition.ts';
import { FieldDefinition } from './field.ts';
import { FieldApiName } from './names.ts';

const Text = (title: string, maxLength: number) => Type.String({ minLength: 1, maxLength, ...says(title) });

/**
 * What a user may do with a record of a system object. The route of the feature that owns the records does it and
 * decides alone whether it may be done; its policy action says who is offered it.
 */
export const ObjectAction = Type.Object(
  {
    id: titled(FieldApiName, '标识'),
    label: Text('名称', 40),
    /** `METHOD /path` of an entry of schemas/api/action-routes.ts. */
    route: Type.String({ pattern: '^(GET|POST|DELETE) /[A-Za-z0-9/{}_-]{1,200}$', ...says('接口') }),
    /** The rows that it is offered on; all of them when absent. */
    when: Type.Optional(titled(ConditionInput, '适用条件', { 'x-control': 'json' })),
    /** Parameters and body entries that are filled from the row, by name: a field, or `id`. */
    bind: Type.Optional(
      Type.Record(Type.String({ maxLength: 40 }), FieldApiName, {
        ...says('取自记录的参数', { 'x-control': 'json' }),
      }),
    ),
    /** Body entries that are always the same. */
    fixed: Type.Optional(
      Type.Record(Type.String({ maxLength: 40 }), Type.Unknown(), {
        ...says('固定参数', { 'x-control': 'json' }),
      }),
    ),
    /** What is asked before it is done: each field is sent as the body entry of its name. */
    form: Type.Optional(Type.Array(FieldDefinition, { minItems: 1, maxItems: 20, ...says('表单') })),
    /** What will happen, and whether it can be undone; asked for confirmation. */
    confirm: Type.Optional(Text('确认说明', 500)),
    /** Words of the confirming button; the label when absent. */
    confirmLabel: Type.Optional(Text('确认按钮', 40)),
    /** Said when it is done. */
    done: Type.Optional(Text('完成提示', 200)),
    tone: Type.Optional(
      Type.Union(
        [Type.Literal('primary'), Type.Literal('danger')],
        says('样式', { 'x-labels': { primary: '主要', danger: '危险' } }),
      ),
    ),
    /** May be done to all rows that are picked, one after the other. */
    bulk: Type.Optional(Type.Boolean(says('可批量'))),
  },
  { additionalProperties: false, ...says('操作', { 'x-kind': 'action' }) },
);
export type ObjectAction = Static<typeof ObjectAction>;
