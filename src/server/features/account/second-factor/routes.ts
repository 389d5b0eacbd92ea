import type {} from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import qrcode from 'qrcode';
import {
  beginFactor,
  confirmFactor,
  endFactor,
  passFactor,
  readFactor,
  renewRecoveryCodes,
} from '#schemas/api/second-factor.ts';
import type { Profile } from '#schemas/api/session.ts';
import { Failure } from '#shared/errors.ts';
import { isStaff } from '#shared/policy/actor.ts';
import { mount } from '#server/http/mount.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { giveDeviceToken, newDeviceToken } from '#server/platform/accounts/known-device.ts';
import type { SecurityNotices } from '#server/platform/accounts/security-notices.ts';
import type { SecondFactors } from '#server/platform/second-factor/second-factors.ts';
import { proveOwner, type ProveOwnerDeps } from '#server/features/account/profile/prove-owner.ts';
import { markFactorProved } from '#server/features/account/session/queries.ts';
import { letIn } from '#server/features/account/session/routes.ts';
import type { Sessions } from '#server/features/account/session/sessions.ts';
import { accountById } from '#server/features/account/sign-in/queries.ts';

export interface SecondFactorDeps extends ProveOwnerDeps {
  readonly factors: SecondFactors;
  readonly sessions: Sessions;
  readonly changes: AccountChanges;
  readonly notices: SecurityNotices;
  readonly readProfile: (accountId: string) => Promise<Profile>;
  /** How often one address may try in a minute. */
  readonly signInLimit: number;
}

/** The second step of a sign-in, and setting the factor of one's own account up. */
export function secondFactorRoutes(app: FastifyInstance, deps: SecondFactorDeps): void {
  const { factors, sessions, database } = deps;
  const limited = { rateLimit: { max: deps.signInLimit, timeWindow: '1 minute' } };

  mount(
    app,
    passFactor,
    async ({ body, request, reply }) => {
      const accountId = await factors.pass(body.ticket, body.code);
      const account = await accountById(database.db, accountId);
      if (!account) throw new Failure('SESSION_INVALID');
      if (account.frozen_at) throw new Failure('ACCOUNT_FROZEN');
      await letIn(sessions, { accountId, isFactorProved: true }, request, reply);
      giveDeviceToken(request, reply, newDeviceToken(database.vault, account));
      return deps.readProfile(accountId);
    },
    limited,
  );

  mount(app, readFactor, async ({ actor }) => factors.state(actor.id, isStaff(actor)));

  mount(
    app,
    beginFactor,
    async ({ body: { code, ...proof }, actor, reply }) => {
      const account = await accountById(database.db, actor.id);
      if (!account) throw new Failure('SESSION_INVALID');
      await proveOwner(deps, actor.id, 'factor', proof);
      await factors.proveIfOn(actor.id, code);
      const { secret, address } = await factors.begin(actor.id, account.username);
      const svg = await qrcode.toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
      void reply.header('cache-control', 'no-store');
      return { secret, svg };
    },
    limited,
  );

  mount(
    app,
    confirmFactor,
    async ({ body, actor, request }) => {
      const own = { accountId: actor.id, sessionId: request.sessionId ?? '' };
      const recoveryCodes = await factors.confirm(own, body.code, async (trx, { accountId, sessionId }) => {
        await markFactorProved(trx, sessionId);
        await sessions.endAllWithin(trx, accountId, 'accessChanged', sessionId);
      });
      await changed(actor.id);
      return { recoveryCodes };
    },
    limited,
  );

  mount(
    app,
    renewRecoveryCodes,
    async ({ body, actor }) => ({ recoveryCodes: await factors.renewCodes(actor.id, body.code) }),
    limited,
  );

  mount(
    app,
    endFactor,
    async ({ body: { code, ...proof }, actor, request }) => {
      await proveOwner(deps, actor.id, 'factor', proof);
      const own = { accountId: actor.id, sessionId: request.sessionId ?? '' };
      await factors.end(own, isStaff(actor), code, (trx, { accountId, sessionId }) =>
        sessions.endAllWithin(trx, accountId, 'accessChanged', sessionId),
      );
      await changed(actor.id);
      return null;
    },
    limited,
  );

  /** After the commit: every process forgets the sessions that ended, and the owner is notified of the change. */
  async function changed(accountId: string): Promise<void> {
    await deps.changes.announce(accountId);
    const account = await accountById(database.db, accountId);
    if (account) deps.notices.tell(account, 'factor');
  }
}
