import { Type, type Static } from 'typebox';
import { FileValue } from '#schemas/metadata/value.ts';
import { RecordId, route, Version } from './route.ts';
import { StaffReason } from './staff-reason.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);
/** Where a page ended: when the first one was read, which half of the list, and the entry itself. */
const Cursor = Type.String({ pattern: '^\\d{1,13}\\.[01]\\.\\d{1,13}\\.[1-9]\\d{0,17}$' });

/** Entries of one page (SPEC §9). */
export const LIVE_PAGE_SIZE = 10;
/** Characters of a title and of a host, at most, in code points; and of an address. */
export const MAX_LIVE_TITLE = 40;
export const MAX_LIVE_HOST = 40;
export const MAX_LIVE_LINK = 500;

/** An online broadcast. Whether it is coming, on air or over follows from its times: `livestreamState` says so. */
export const Livestream = Type.Object({
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
export type Livestream = Static<typeof Livestream>;

export const listLivestreams = route({
  method: 'GET',
  path: '/api/rong/live/follow/list',
  summary:
    'Lives: on air and coming first, then what is over, the latest first; with followed=1 the ones followed alone',
  action: 'live.follow',
  query: Type.Object(
    { followed: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)])), after: Type.Optional(Cursor) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ list: Type.Array(Livestream), after: Nullable }),
});

export const saveFollow = route({
  method: 'POST',
  path: '/api/rong/live/saveFollow',
  summary: 'Follow a livestream (1) or follow it no longer (0); the livestream as it is then',
  action: 'live.follow',
  body: Type.Object(
    { id: RecordId, action: Type.Union([Type.Literal(0), Type.Literal(1)]) },
    { additionalProperties: false },
  ),
  reply: Livestream,
});

/** What staff write of a livestream; what it may be is judged by the server, field by field. */
const LIVE_TEXTS = Type.Object(
  {
    title: Type.String({ maxLength: MAX_LIVE_TITLE }),
    host: Type.String({ maxLength: MAX_LIVE_HOST }),
    startsAt: Type.String({ maxLength: 40 }),
    endsAt: Type.String({ maxLength: 40 }),
    link: Type.String({ maxLength: MAX_LIVE_LINK }),
    /** A public picture that was uploaded here. */
    cover: Type.Optional(Type.Union([FileValue, Type.Null()])),
  },
  { additionalProperties: false },
);
export type LivestreamTexts = Static<typeof LIVE_TEXTS>;
const StaffLivestream = Type.Object({ id: Type.String() });

export const announceLivestream = route({
  method: 'POST',
  path: '/api/staff/lives',
  summary:
    'Announce a livestream, to everybody by the livestream helper when `tellAll`; the same key again announces nothing',
  action: 'live.announce',
  body: Type.Object(
    {
      ...LIVE_TEXTS.properties,
      clientKey: Type.String({ minLength: 8, maxLength: 60 }),
      tellAll: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: StaffLivestream,
});

export const changeLivestream = route({
  method: 'POST',
  path: '/api/staff/lives/{id}/change',
  summary: 'Change what is sent of a livestream; its followers are notified of other times',
  action: 'live.announce',
  params: Type.Object({ id: RecordId }),
  body: Type.Object({ ...Type.Partial(LIVE_TEXTS).properties, version: Version }, { additionalProperties: false }),
  reply: StaffLivestream,
});

export const cancelLivestream = route({
  method: 'POST',
  path: '/api/staff/lives/{id}/cancel',
  summary: 'Call a livestream off; its followers are notified',
  action: 'live.announce',
  params: Type.Object({ id: RecordId }),
  body: Type.Object({ reason: StaffReason }, { additionalProperties: false }),
  reply: StaffLivestream,
});
