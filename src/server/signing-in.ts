import type { FastifyInstance } from 'fastify';
import { qrLoginRoutes } from '#server/features/account/qr-login/routes.ts';
import { secondFactorRoutes } from '#server/features/account/second-factor/routes.ts';
import { deviceRoutes } from '#server/features/account/session/device-routes.ts';
import { deviceWords } from '#server/features/account/session/device-words.ts';
import { readProfileOf } from '#server/features/account/session/profile.ts';
import { accountById } from '#server/features/account/session/queries.ts';
import { letIn, sessionRoutes } from '#server/features/account/session/routes.ts';
import type { Sessions } from '#server/features/account/session/sessions.ts';
import { passportRoutes } from '#server/features/account/sign-in/routes.ts';
import { SignIn } from '#server/features/account/sign-in/sign-in.ts';
import { giveDeviceToken, newDeviceToken } from '#server/platform/accounts/known-device.ts';
import type { SecurityNotices } from '#server/platform/accounts/security-notices.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import type { Captcha } from '#server/platform/providers/captcha/captcha.ts';
import type { MailSender } from '#server/platform/providers/mail/mail-sender.ts';
import { SecondFactors } from '#server/platform/second-factor/second-factors.ts';
import type { SmsCodes } from '#server/platform/sms-codes/sms-codes.ts';
import type { Services } from './services.ts';

interface SigningIn {
  readonly sessions: Sessions;
  readonly limits: Limits;
  readonly captcha: Captcha;
  readonly codes: SmsCodes;
  readonly notices: SecurityNotices;
  readonly mail: MailSender;
  readonly productName: string;
  readonly linkOrigin: () => string;
  readonly report: (error: unknown) => void;
  /** Sign-in attempts a minute from one address. */
  readonly signInLimit: number;
  /** Staff may do nothing before they have a second factor. */
  readonly isFactorRequired: boolean;
}

/** Every way into an account, its second step, and the sessions that it has. */
export function openSigningIn(api: FastifyInstance, services: Services, parts: SigningIn) {
  const { database, changes, now } = services;
  const { sessions, limits, signInLimit, isFactorRequired } = parts;
  const deps = { ...parts, database, changes, now };
  const factors = new SecondFactors({ ...deps, isRequired: isFactorRequired });
  const readProfile = (accountId: string) => readProfileOf(database, accountId, { now: now(), isFactorRequired });
  const signIn = new SignIn({
    ...deps,
    endSessions: (trx, id, exceptId) => sessions.endAllWithin(trx, id, 'accessChanged', exceptId),
  });
  const demandFactor = factors.demand.bind(factors);
  const proofs = { database, limits, proveBySms: parts.codes.proveOwner.bind(parts.codes) };
  sessionRoutes(api, { sessions, readProfile, demandFactor, prove: signIn.prove.bind(signIn), signInLimit });
  secondFactorRoutes(api, { ...deps, ...proofs, factors, readProfile });
  passportRoutes(api, {
    ...deps,
    endSessions: (trx, id, exceptId) => sessions.endAllWithin(trx, id, 'passwordChanged', exceptId),
    callLimit: 2 * signInLimit,
  });
  qrLoginRoutes(api, {
    db: database.db,
    now,
    linkOrigin: parts.linkOrigin,
    codeLimit: signInLimit,
    describe: (userAgent) => deviceWords(userAgent).words,
    letIn: async (accountId, request, reply) => {
      const account = await accountById(database.db, accountId);
      if (!account || account.frozen_at) return false;
      await demandFactor(accountId);
      await letIn(sessions, { accountId, isFactorProved: false }, request, reply);
      giveDeviceToken(request, reply, newDeviceToken(database.vault, account));
      return true;
    },
  });
  deviceRoutes(api, sessions);
  return { proofs, readProfile };
}
