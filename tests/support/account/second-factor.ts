import { Secret, TOTP } from 'otpauth';
import { beginFactor, confirmFactor } from '#schemas/api/second-factor.ts';
import { TEST_PASSWORD } from '#tests/support/databases/kept-databases.ts';
import { type From, type PassportReply, type PassportWorld, SIGN_IN } from './passport.ts';

/** What an authenticator app with this secret shows at a moment. */
export const codeAt = (secret: string, moment: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: moment.getTime() });

/** Calls of the second factor in a world with a clock. */
export function factorCalls(world: PassportWorld) {
  const json = async <T>(url: string, body: object, cookie: string): Promise<PassportReply<T>> => {
    const reply = await world.test.app.inject({ method: 'POST', url, headers: { cookie }, payload: body });
    return { status: reply.statusCode, cookie: '', ...reply.json<{ code: number; msg: string; data: T }>() };
  };
  const signIn = <T = { ticket: string }>(username: string, from: From = {}) =>
    world.post<T>(SIGN_IN, { username, password: TEST_PASSWORD }, from);
  return {
    json,
    signIn,
    pass: (ticket: string, code: string) =>
      world.post<{ name: string }>('/api/p/passport/second_factor', { ticket, code }),
    /** Sets the factor of an account up: its secret, recovery codes and the session that did it. */
    async setUp(username: string) {
      const { cookie } = await signIn(username);
      const { data: begun } = await json<{ secret: string; svg: string }>(
        beginFactor.path,
        { password: TEST_PASSWORD },
        cookie,
      );
      const code = codeAt(begun.secret, world.now());
      const { data } = await json<{ recoveryCodes: string[] }>(confirmFactor.path, { code }, cookie);
      return { ...begun, cookie, recoveryCodes: data.recoveryCodes };
    },
    /** A ticket of a sign-in whose password was right. */
    ticketOf: async (username: string) => (await signIn(username)).data.ticket,
  };
}
