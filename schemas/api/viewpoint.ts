import { Type, type Static } from 'typebox';

/** As whom members of a company look at its page: a user without certification, or a certified investor. */
export const Viewpoint = Type.Union([Type.Literal('member'), Type.Literal('investor')]);
export type Viewpoint = Static<typeof Viewpoint>;
