import { Type, type Static } from 'typebox';
import { route } from './route.ts';

/** The signed-in person as every screen needs it. */
export const Profile = Type.Object(
  {
    uid: Type.String(),
    name: Type.String(),
    identityRoles: Type.Array(Type.String()),
    /** 2 = certified founder. */
    enterpriser: Type.Integer(),
    enterpriserVipLevel: Type.Integer(),
    /** VIP type; 3 = SVIP, 0 = none. */
    vipType: Type.Integer(),
    staff: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type Profile = Static<typeof Profile>;

export const signIn = route({
  method: 'POST',
  path: '/api/p/passport/sign_in',
  summary: 'Sign in by password; sets the kr_plus_id cookie',
  action: 'session.open',
  encoding: 'form',
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 100 }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
    type: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  reply: Profile,
});

export const signOut = route({
  method: 'GET',
  path: '/api/n/user/logout',
  summary: 'End this session and clear the cookie',
  action: 'session.close',
  reply: Type.Null(),
});

export const readProfile = route({
  method: 'GET',
  path: '/api/rong/user/profile/v2',
  summary: 'The signed-in person',
  action: 'session.read',
  reply: Profile,
});
