import { Type, type Static } from 'typebox';
import { RecordId, route } from './route.ts';

/** An article of the help center. `body` is Markdown without HTML; its pictures are addresses of ours. */
export const Guide = Type.Object({
  id: RecordId,
  /** The last part of its address. */
  slug: Type.String(),
  title: Type.String(),
  category: Type.String(),
  keywords: Type.Array(Type.String()),
  /** Paths of the product where it is offered. */
  places: Type.Array(Type.String()),
  body: Type.String(),
});
export type Guide = Static<typeof Guide>;

/** A term of the market and what it means. */
export const HelpTerm = Type.Object({
  term: Type.String(),
  alternatives: Type.Array(Type.String()),
  explanation: Type.String(),
  /** Where in the product it is met; empty where nowhere. */
  related: Type.String(),
});
export type HelpTerm = Static<typeof HelpTerm>;

export const Help = Type.Object({
  /** In the order of the option set; those without an article are left out. */
  categories: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
  /** In the order of the categories, then their own. */
  articles: Type.Array(Guide),
  terms: Type.Array(HelpTerm),
});
export type Help = Static<typeof Help>;

export const readHelp = route({
  method: 'GET',
  path: '/api/help',
  summary: 'The articles of the help center that are for this reader, and the terms of the market',
  action: 'help.read',
  reply: Help,
});

export const judgeArticle = route({
  method: 'POST',
  path: '/api/help/{id}/feedback',
  summary: 'Says whether an article was useful: one answer for each account, of visitors one for each network',
  action: 'help.judge',
  params: Type.Object({ id: RecordId }),
  body: Type.Object({ isUseful: Type.Boolean() }, { additionalProperties: false }),
  reply: Type.Object({ isUseful: Type.Boolean() }),
});
