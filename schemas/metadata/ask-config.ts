import { Type } from 'typebox';
import { says } from './annotations.ts';

const ASKED = { 'x-group': '提问' } as const;

/** What the assistant needs to know of a field beside its label. */
export const ASK_CONFIG = {
  /** What else users call the field in questions to the assistant. */
  synonyms: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
      maxItems: 50,
      uniqueItems: true,
      ...says('同义词', { description: '提问时也这样称呼，如：累计融资', ...ASKED }),
    }),
  ),
  /** Which of several fields is meant by a value alone: the one with the smallest number; 100 when absent. */
  askRank: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      ...says('提问时的优先级', { description: '只说了值、没说字段时，数字小的字段优先；不填时为 100', ...ASKED }),
    }),
  ),
  /** A value alone never means this field: a question has to name it. */
  askByName: Type.Optional(
    Type.Boolean(says('提问时须说出字段名', { description: '只说值时不会理解为这个字段', ...ASKED })),
  ),
};
