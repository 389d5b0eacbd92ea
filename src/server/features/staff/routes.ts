import type { FastifyInstance } from 'fastify';
import {
  findUsers,
  freezeUser,
  grantUserCoins,
  grantUserVip,
  resetUserFactor,
  revealPhone,
  revealValue,
  setStaffDuties,
  unfreezeUser,
} from '#schemas/api/staff.ts';
import { approveRequest, rejectRequest, withdrawRequest } from '#schemas/api/staff-requests.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { mount } from '#server/http/mount.ts';
import { StaffRequests } from '#server/platform/staff-requests/staff-requests.ts';
import { UserActions, type UserActionDeps } from './user-actions.ts';
import { revealField } from './sealed-values.ts';
import { usersNamed } from './users.ts';
import { waitingRoutes } from './waiting/routes.ts';

export interface StaffDeps extends UserActionDeps {
  readonly database: Database;
  readonly catalog: Catalog;
}

/** What staff do to accounts, whose list is the system object User, and what waits for staff. */
export function staffRoutes(app: FastifyInstance, deps: StaffDeps): void {
  const actions = new UserActions(deps, deps.database.vault);
  const requests = new StaffRequests(deps);
  waitingRoutes(app, deps);

  mount(app, findUsers, async ({ body }) => ({ list: await usersNamed(deps.database, body.word) }));
  mount(app, revealPhone, async ({ params, body, actor }) => actions.revealPhone(params.uid, body.reason, actor));
  mount(app, revealValue, async ({ params, body, actor }) => ({
    value: await revealField(deps, { ...params, ...body }, actor),
  }));
  mount(app, freezeUser, async ({ params, body, actor }) => done(actions.freeze(params.uid, body.reason, actor)));
  mount(app, unfreezeUser, async ({ params, body, actor }) => done(actions.unfreeze(params.uid, body.reason, actor)));
  mount(app, resetUserFactor, async ({ params, body, actor }) =>
    done(actions.resetFactor(params.uid, body.reason, actor)),
  );
  mount(app, grantUserVip, async ({ params, body, actor }) => done(actions.askVip(params.uid, body, actor)));
  mount(app, grantUserCoins, async ({ params, body, actor }) => done(actions.askCoins(params.uid, body, actor)));
  mount(app, setStaffDuties, async ({ params, body, actor }) => done(actions.askDuties(params.uid, body, actor)));

  mount(app, approveRequest, async ({ params, actor }) => requests.approve(params.id, actor));
  mount(app, rejectRequest, async ({ params, body, actor }) => requests.reject(params.id, body.reason, actor));
  mount(app, withdrawRequest, async ({ params, actor }) => requests.withdraw(params.id, actor));
}

/** No reply: who needs the account reads it again. */
const done = (action: Promise<void>): Promise<null> => action.then(() => null);
