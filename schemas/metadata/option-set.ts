import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { OptionSetName } from './names.ts';

export const OPTION_TONES = ['good', 'warn', 'bad', 'busy'] as const;
export type OptionTone = (typeof OPTION_TONES)[number];

const LevelName = Type.String({ minLength: 1, maxLength: 40 });

/** What users call the options of each level of a tree, from its roots on; the first name of a level is the one that is shown. */
export const LevelNames = Type.Array(Type.Array(LevelName, { maxItems: 20 }), {
  maxItems: 9,
  ...says('各级名称', { description: '提问时这样称呼各级，如：省份、城市' }),
});

/** One choice. `value` is stored and travels; `label` is shown. `parent` is the value of the branch above it in a tree. */
export const SelectOption = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 64, ...says('值', { description: '存入记录，保存后不能修改' }) }),
    label: Type.String({ minLength: 1, maxLength: 200, ...says('名称') }),
    parent: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, ...says('上级', { 'x-control': 'optionValue' }) }),
    ),
    /** What is directly below this branch is called so, whatever the set calls its levels; the branch itself has none of their names. */
    levelBelow: Type.Optional(
      Type.Array(LevelName, {
        minItems: 1,
        maxItems: 20,
        ...says('下级的称呼', { description: '与选项集的各级名称不同时填写，如：海外的下级是国家' }),
      }),
    ),
    /** Other spellings that an import or a paste may bring, e.g. 战略融资 for 战略投资. */
    aliases: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 50,
        ...says('别名', { description: '导入和粘贴时也认得的写法' }),
      }),
    ),
    /** Colour of its chip; the colour says nothing that the name does not. Plain when absent. */
    tone: Type.Optional(
      Type.Unsafe<OptionTone>(
        Type.Union(
          OPTION_TONES.map((tone) => Type.Literal(tone)),
          says('颜色', { 'x-labels': { good: '绿', warn: '黄', bad: '红', busy: '蓝' } }),
        ),
      ),
    ),
    /** Of a band of amounts: the least amount in it, in CNY, which roll-ups may add for it. */
    atLeast: Type.Optional(
      Type.String({
        pattern: '^\\d{1,24}(\\.\\d{1,2})?$',
        ...says('至少金额', { description: '用作金额区间时，该区间至少是多少元人民币，如：数千万为 10000000' }),
      }),
    ),
    /** Of a band of amounts: every amount in it is less than this, in CNY; no limit when absent. */
    below: Type.Optional(
      Type.String({
        pattern: '^\\d{1,24}(\\.\\d{1,2})?$',
        ...says('不足金额', {
          description: '用作金额区间时，该区间不足多少元人民币，如：数千万为 100000000；不填为无上限',
        }),
      }),
    ),
    /** A retired option stays readable on old records and can no longer be chosen. */
    retired: Type.Optional(Type.Boolean(says('已停用', { description: '旧记录照常显示，不能再选' }))),
  },
  { additionalProperties: false, ...says('选项', { 'x-kind': 'option' }) },
);
export type SelectOption = Static<typeof SelectOption>;

/** A named list or tree of options, shared by the fields that name it in `config.optionSet`. */
export const OptionSet = Type.Object(
  {
    name: titled(OptionSetName, '标识', { description: '小写字母开头，只含字母和数字；保存后不能修改' }),
    label: Type.String({ minLength: 1, maxLength: 200, ...says('名称') }),
    kind: Type.Union(
      [Type.Literal('list'), Type.Literal('tree')],
      says('形式', { 'x-labels': { list: '列表', tree: '树' } }),
    ),
    levels: Type.Optional(LevelNames),
    options: Type.Array(SelectOption, { maxItems: 20000, ...says('选项') }),
  },
  { additionalProperties: false, ...says('选项集', { 'x-kind': 'optionSet' }) },
);
export type OptionSet = Static<typeof OptionSet>;
