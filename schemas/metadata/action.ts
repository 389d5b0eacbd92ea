import { Type, type Static } from 'typebox';
import { ACTIONS, type Action } from '#schemas/api/actions.ts';
import { says, titled } from './annotations.ts';
import { ConditionInput } from './condition.ts';
import { FieldDefinition } from './field.ts';
import { FieldApiName } from './names.ts';

const Text = (title: string, maxLength: number) => Type.String({ minLength: 1, maxLength, ...says(title) });

/**
 * What a user may do with a record of a system object, in exactly one of three ways. The `route` of the feature that owns
 * the records does it and decides alone whether it may be done; its policy action says who is offered it. A `link` leads
 * to a page of ours. A `dialog` is one that the product has for what a form cannot ask.
 */
export const ObjectAction = Type.Object(
  {
    id: titled(FieldApiName, '标识', { description: '在对象的操作中唯一' }),
    label: Text('名称', 40),
    /** A button of the list itself instead of its rows. */
    of: Type.Optional(Type.Literal('list', says('位置', { 'x-labels': { list: '列表工具栏' } }))),
    /** `METHOD /path` of an entry of schemas/api/action-routes.ts. */
    route: Type.Optional(Type.String({ pattern: '^(GET|POST|DELETE) /[A-Za-z0-9/{}_-]{1,200}$', ...says('接口') })),
    /** An address of ours with fields of the row in it: `/staff/log?targetId={uid}`. */
    link: Type.Optional(
      Type.String({
        pattern: '^/([A-Za-z0-9{][A-Za-z0-9/?=&{}._-]{0,300})?$',
        ...says('链接', { description: '本站地址，可含记录的字段，如：/staff/log?targetId={uid}' }),
      }),
    ),
    /** An entry of ACTION_DIALOGS of schemas/api/action-routes.ts. */
    dialog: Type.Optional(titled(FieldApiName, '专用对话框', { description: '产品自带的对话框的标识' })),
    /** Who is offered a dialog or a link; a link without one is for the audience of the list. */
    policy: Type.Optional(
      Type.Unsafe<Action>(
        Type.Union(
          ACTIONS.map((action) => Type.Literal(action)),
          says('所需权限'),
        ),
      ),
    ),
    /** The rows that it is offered on, all of them when absent; the text `{me}` is the uid of the user. */
    when: Type.Optional(titled(ConditionInput, '适用条件', { 'x-control': 'json' })),
    /** Parameters and body entries that are filled from the row, by name: a field, or `id`. */
    bind: Type.Optional(
      Type.Record(Type.String({ maxLength: 40 }), titled(FieldApiName, '字段', { 'x-control': 'fieldName' }), {
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
    /** The form begins with the values of the row, and only what is changed in it is sent. */
    edits: Type.Optional(Type.Boolean(says('修改记录'))),
    /** What will happen, and whether it can be undone; asked for confirmation. */
    confirm: Type.Optional(Text('确认说明', 500)),
    /** Words of the confirming button; the label when absent. */
    confirmLabel: Type.Optional(Text('确认按钮', 40)),
    /** Said when it is done. */
    done: Type.Optional(Text('完成提示', 200)),
    /** An address of ours, like `link`, that an action with a route leads to when it is done. */
    leads: Type.Optional(
      Type.String({
        pattern: '^/([A-Za-z0-9{][A-Za-z0-9/?=&{}._-]{0,300})?$',
        ...says('完成后前往', {
          description: '本站地址，可含记录的字段，如：/form/MyObject?company={companyId}',
        }),
      }),
    ),
    /** Entry of the route's reply that is shown when it is done, to be copied: a text, or a list of texts. */
    shows: Type.Optional(titled(FieldApiName, '显示的结果', { description: '接口的结果中完成后显示的一项' })),
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
