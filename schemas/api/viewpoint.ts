import { Type, type Static } from 'typebox';

/**
 * As whom a list or a page is looked at. Members of a company look at its page as a user without certification, or as a
 * certified investor does; staff look at every list and page as any kind of user does.
 */
export const Viewpoint = Type.Union([
  Type.Literal('member'),
  Type.Literal('investor'),
  Type.Literal('founder'),
  Type.Literal('organisation'),
  Type.Literal('svip'),
  Type.Literal('visitor'),
]);
export type Viewpoint = Static<typeof Viewpoint>;
