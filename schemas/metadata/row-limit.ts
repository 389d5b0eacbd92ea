import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { ConditionInput } from './condition.ts';
import { ROLE_LABELS } from './role.ts';

/** Which records of an object some users see at all, wherever records are read. */
export const RowLimit = Type.Object(
  {
    /** For users with any of these; for all of whom no other one speaks when absent. */
    roles: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        ...says('身份', { description: '不填表示其他所有人，包括访客', 'x-labels': ROLE_LABELS }),
      }),
    ),
    filter: Type.Optional(titled(ConditionInput, '可见条件')),
    /** Records that the user made, or of a company that the user speaks for, are seen beside those of the condition. */
    own: Type.Optional(
      Type.Literal(true, says('本人的记录', { description: '本人创建的记录，或本人代表的企业的记录，也可见' })),
    ),
  },
  { additionalProperties: false, ...says('可见范围') },
);
export type RowLimit = Static<typeof RowLimit>;
