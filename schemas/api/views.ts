import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route, Version } from './route.ts';

/** Views that one person may keep of one object. */
export const MAX_VIEWS = 100;
export const MAX_VIEW_NAME = 60;

/** Who may open a view: its owner; all who have its link; everyone, who then finds it in the menu of the list. */
export const Sharing = Type.Union([Type.Literal('private'), Type.Literal('link'), Type.Literal('everyone')]);
export type Sharing = Static<typeof Sharing>;

/** The query part of a list's path as the list writes it, without the view's own id; empty when all is as the layout has it. */
const ViewState = Type.String({
  maxLength: 8000,
  pattern: "^(\\?[A-Za-z0-9%_.!~*'()\\[\\],:|=&-]+)?$",
  description: '视图内容：列表地址中“?”及其后的部分，最长 8000 个字符',
});

const ViewName = Type.String({
  minLength: 1,
  maxLength: MAX_VIEW_NAME,
  pattern: '\\S',
  description: `视图名称：1 到 ${MAX_VIEW_NAME} 个字符`,
});

/** A list as a user saved it: filters, order, columns, under a name. */
export const SavedView = Type.Object({
  id: RecordId,
  objectApiName: Type.String(),
  name: Type.String(),
  state: Type.String(),
  sharing: Sharing,
  /** Null when the account is gone. */
  ownerName: Type.Union([Type.String(), Type.Null()]),
  isMine: Type.Boolean(),
  /** May this person change it? */
  isEditable: Type.Boolean(),
  /** Does the list open with it for this person? */
  isDefault: Type.Boolean(),
  /** Fields of its columns and order that this person may not see: they are left out. */
  closed: Type.Optional(Type.Array(Type.Object({ apiName: Type.String(), label: Type.String() }))),
  updatedAt: Type.String(),
  version: Type.Integer(),
});
export type SavedView = Static<typeof SavedView>;

const ViewParams = Type.Object({ id: RecordId });
const AtVersion = Type.Object({ version: Version }, { additionalProperties: false });

export const listViews = route({
  method: 'GET',
  path: '/api/metadata/view',
  summary: 'Views of an object that this person finds in its menu: own ones, those for everyone, and the default',
  action: 'view.read',
  query: Type.Object({ objectApiName: ObjectApiName }),
  reply: Type.Array(SavedView),
});

export const listDefaultViews = route({
  method: 'GET',
  path: '/api/metadata/view/default',
  summary: 'The views that lists open with for this person, at most one for each object',
  action: 'view.read',
  reply: Type.Array(SavedView),
});

export const readView = route({
  method: 'GET',
  path: '/api/metadata/view/{id}',
  summary: 'One view, as a link opens it; one that is not shared is as one that is not there',
  action: 'view.read',
  params: ViewParams,
  reply: SavedView,
});

export const createView = route({
  method: 'POST',
  path: '/api/metadata/view',
  summary: 'Keep a list as a view',
  action: 'view.edit',
  body: Type.Object(
    { objectApiName: ObjectApiName, name: ViewName, state: ViewState, sharing: Sharing },
    { additionalProperties: false },
  ),
  reply: SavedView,
});

export const updateView = route({
  method: 'POST',
  path: '/api/metadata/view/{id}',
  summary: 'Change a view at a known version; another version now is a conflict',
  action: 'view.edit',
  params: ViewParams,
  body: Type.Object(
    {
      version: Version,
      name: Type.Optional(ViewName),
      state: Type.Optional(ViewState),
      sharing: Type.Optional(Sharing),
    },
    { additionalProperties: false },
  ),
  reply: SavedView,
});

export const removeView = route({
  method: 'POST',
  path: '/api/metadata/view/{id}/remove',
  summary: 'Put a view away; it can be restored for 30 days',
  action: 'view.edit',
  params: ViewParams,
  body: AtVersion,
  reply: Type.Null(),
});

export const restoreView = route({
  method: 'POST',
  path: '/api/metadata/view/{id}/restore',
  summary: 'Bring a removed view back under its own id',
  action: 'view.edit',
  params: ViewParams,
  body: Type.Object({}, { additionalProperties: false }),
  reply: SavedView,
});

export const setDefaultView = route({
  method: 'POST',
  path: '/api/metadata/view/default',
  summary: 'Choose the view that a list opens with for this person; null for none',
  action: 'view.edit',
  body: Type.Object(
    { objectApiName: ObjectApiName, id: Type.Union([RecordId, Type.Null()]) },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});
