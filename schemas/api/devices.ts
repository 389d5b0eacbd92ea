import { Type, type Static } from 'typebox';
import { route } from './route.ts';

/** A session of the account that is not over, as its owner recognises it. */
export const Device = Type.Object({
  /** Names the session; opens nothing. */
  id: Type.String(),
  /** What it is, in words: `Windows 电脑 · Chrome 131`. */
  words: Type.String(),
  kind: Type.Union([Type.Literal('computer'), Type.Literal('phone'), Type.Literal('tablet'), Type.Literal('other')]),
  /** The network address it signed in from. */
  address: Type.String(),
  createdAt: Type.String(),
  /** When it was last in use, to the minute. */
  seenAt: Type.String(),
  /** The one that asks. */
  current: Type.Boolean(),
});
export type Device = Static<typeof Device>;

export const listDevices = route({
  method: 'GET',
  path: '/api/rong/user/devices',
  summary: 'Where the account is signed in, the latest in use first',
  action: 'session.devices',
  reply: Type.Array(Device),
});

export const endDevice = route({
  method: 'POST',
  path: '/api/rong/user/devices/end',
  summary: 'Sign the account out on one device',
  action: 'session.devices',
  encoding: 'form',
  body: Type.Object(
    { id: Type.String({ minLength: 1, maxLength: 64, pattern: '^[0-9a-f]+$' }) },
    { additionalProperties: false },
  ),
  reply: Type.Array(Device),
});

export const endOtherDevices = route({
  method: 'POST',
  path: '/api/rong/user/devices/endOthers',
  summary: 'Sign the account out everywhere but here',
  action: 'session.devices',
  reply: Type.Array(Device),
});
