import { Type, type Static } from 'typebox';
import { RecordId, route, Version } from './route.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);
/** Where a page ended: when the first one was read, which half of the list, and the entry itself. */
const Cursor = Type.String({ pattern: '^\\d{1,13}\\.[01]\\.\\d{1,13}\\.[1-9]\\d{0,17}$' });

/** Entries of one page (SPEC §9). */
export const LIVE_PAGE_SIZE = 10;
/** Characters of a title and of a host, at most, in code points; and of an address. */
export const MAX_LIVE_TITLE = 40;
export const MAX_LIVE_HOST = 40;
export const MAX_LIVE_LINK = 500;

/** An online broadcast. Whether it is coming, on air or over follows from its times: `liveState` says so. */
export const Live = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** Who speaks, and for whom. */
  host: Type.String(),
  /** Address of a picture. */
  cover: Nullable,
  /** Instants in UTC. */
  startsAt: Type.String(),
  endsAt: Type.String(),
  /** The https address of the broadcast itself, which another service shows. */
  link: Type.String(),
  isCancelled: Type.Boolean(),
  /** By the person who asks. */
  followed: Type.Boolean(),
});
export type Live = Static<typeof Live>;

export const listLives = route({
  method: 'GET',
  path: '/api/rong/live/follow/list',
  summary:
    'Lives: on air and coming first, then what is over, the latest first; with followed=1 the ones followed alone',
  action: 'live.follow',
  query: Type.Object(
    { followed: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)])), after: Type.Optional(Cursor) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ list: Type.Array(Live), after: Nullable }),
});

export const saveFollow = route({
  method: 'POST',
  path: '/api/rong/live/saveFollow',
  summary: 'Follow a live (1) or follow it no longer (0); the live as it is then',
  action: 'live.follow',
  body: Type.Object(
    { id: RecordId, action: Type.Union([Type.Literal(0), Type.Literal(1)]) },
    { additionalProperties: false },
  ),
  reply: Live,
});

/** A live as the staff desk sees it. */
export const StaffLive = Type.Object({
  ...Type.Omit(Live, ['followed', 'isCancelled']).properties,
  cancelledAt: Nullable,
  followers: Type.Integer(),
  announcedBy: Type.String(),
  announcedAt: Type.String(),
  /** Grows with every change. */
  version: Type.Integer(),
});
export type StaffLive = Static<typeof StaffLive>;

/** What staff write of a live; what it may be is judged by the server, field by field. */
const LIVE_TEXTS = {
  title: Type.String({ maxLength: 200 }),
  host: Type.String({ maxLength: 200 }),
  /** Address of a public picture that was uploaded here. */
  cover: Type.Optional(Type.String({ maxLength: 200 })),
  startsAt: Type.String({ maxLength: 40 }),
  endsAt: Type.String({ maxLength: 40 }),
  link: Type.String({ maxLength: 2000 }),
};

export const listStaffLives = route({
  method: 'GET',
  path: '/api/staff/lives',
  summary: 'Lives as staff announced them, newest first',
  action: 'live.announce',
  query: Type.Object({ after: Type.Optional(RecordId) }, { additionalProperties: false }),
  reply: Type.Object({ list: Type.Array(StaffLive), after: Nullable }),
});

export const announceLive = route({
  method: 'POST',
  path: '/api/staff/lives',
  summary: 'Announce a live, to everybody by the live helper when `tellAll`; the same key again announces nothing',
  action: 'live.announce',
  body: Type.Object(
    { ...LIVE_TEXTS, key: Type.String({ minLength: 8, maxLength: 60 }), tellAll: Type.Boolean() },
    { additionalProperties: false },
  ),
  reply: StaffLive,
});

export const changeLive = route({
  method: 'POST',
  path: '/api/staff/lives/{id}/change',
  summary: 'Change a live; whoever follows it hears when its times are others',
  action: 'live.announce',
  params: Type.Object({ id: RecordId }),
  body: Type.Object({ ...LIVE_TEXTS, version: Version }, { additionalProperties: false }),
  reply: StaffLive,
});

export const cancelLive = route({
  method: 'POST',
  path: '/api/staff/lives/{id}/cancel',
  summary: 'Call a live off; whoever follows it hears so',
  action: 'live.announce',
  params: Type.Object({ id: RecordId }),
  body: Type.Object({ reason: Type.String({ maxLength: 400 }) }, { additionalProperties: false }),
  reply: StaffLive,
});
