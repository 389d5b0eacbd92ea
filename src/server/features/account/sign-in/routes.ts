import type {} from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import {
  changePassword,
  checkCaptcha,
  readCaptcha,
  readCountries,
  sendCode,
  sendReset,
  setForgottenPassword,
  verifyResetCode,
} from '#schemas/api/passport.ts';
import { Failure } from '#shared/errors.ts';
import { mobileNumber } from '#server/platform/accounts/phone.ts';
import type { Captcha } from '#server/platform/providers/captcha/captcha.ts';
import { mount } from '#server/http/mount.ts';
import { CodeRequests, type CodeRequestsDeps } from './code-requests.ts';
import { countries } from './countries.ts';
import { Passwords, type PasswordsDeps } from './passwords.ts';
import { ResetMail, type ResetMailDeps } from './reset-mail.ts';
import { DAY_SECONDS } from '#shared/time/durations.ts';

export interface PassportRoutesDeps extends CodeRequestsDeps, PasswordsDeps, ResetMailDeps {
  readonly captcha: Captcha;
  /** How often one address may call each of these in a minute, counted by this process: the flood that limits need not see. */
  readonly callLimit: number;
}

/** A captcha on a phone's screen. */
const PHONE_TYPE = 3;

/** Captchas, codes and passwords: all that comes before a session, and what replaces a password in one. */
export function passportRoutes(app: FastifyInstance, deps: PassportRoutesDeps): void {
  const { captcha, callLimit } = deps;
  const requests = new CodeRequests(deps);
  const passwords = new Passwords(deps);
  const resetMail = new ResetMail(deps);
  app.addHook('onClose', () => resetMail.settled());
  const limited = { rateLimit: { max: callLimit, timeWindow: '1 minute' } };

  mount(
    app,
    readCaptcha,
    async ({ query, request, reply }) => {
      void reply.header('cache-control', 'no-store');
      return captcha.issue({ isPhone: query.type === PHONE_TYPE, address: request.ip });
    },
    limited,
  );
  mount(
    app,
    checkCaptcha,
    async ({ body }) => {
      const proof = await captcha.check(body);
      if (!proof) throw new Failure('CAPTCHA_FAILED');
      return proof;
    },
    limited,
  );
  mount(
    app,
    sendCode,
    async ({ body, actor, request }) => requests.send(body, { actor, address: request.ip }),
    limited,
  );
  mount(
    app,
    sendReset,
    async ({ params: { type: way }, body: { email, phone = '', ...body }, actor, request }) =>
      way === 'email'
        ? resetMail.send({ ...body, ...(email !== undefined && { email }) }, request.ip)
        : requests.send({ ...body, phone, type: 'reset' }, { actor, address: request.ip }),
    limited,
  );
  mount(
    app,
    verifyResetCode,
    async ({ body }) => passwords.verify(mobileNumber(body.phone, body.countryCode), body.code),
    limited,
  );
  mount(
    app,
    setForgottenPassword,
    async ({ body }) => {
      await passwords.setForgotten(body.ticket, body.passwd);
      return null;
    },
    limited,
  );
  mount(
    app,
    changePassword,
    async ({ body, actor, request }) => {
      await passwords.change(actor.id, request.sessionId ?? '', body);
      return null;
    },
    limited,
  );
  mount(app, readCountries, async ({ reply }) => {
    void reply.header('cache-control', `public, max-age=${DAY_SECONDS}`);
    return countries();
  });
}
