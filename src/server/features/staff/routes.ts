import type { FastifyInstance } from 'fastify';
import {
  findUsers,
  freezeUser,
  grantUserCoins,
  grantUserVip,
  revealPhone,
  revealValue,
  setStaffRole,
  unfreezeUser,
} from '#schemas/api/staff.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { mount } from '#server/http/mount.ts';
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
  waitingRoutes(app, deps);

  mount(app, findUsers, async ({ body }) => ({ list: await usersNamed(deps.database, body.word) }));
  mount(app, revealPhone, async ({ params, body, actor }) => actions.revealPhone(params.uid, body.reason, actor));
  mount(app, revealValue, async ({ params, body, actor }) => ({
    value: await revealField(deps, { ...params, ...body }, actor),
  }));
  mount(app, freezeUser, async ({ params, body, actor }) => done(actions.freeze(params.uid, body.reason, actor)));
  mount(app, unfreezeUser, async ({ params, body, actor }) => done(actions.unfreeze(params.uid, body.reason, actor)));
  mount(app, grantUserVip, async ({ params, body, actor }) => done(actions.grantVip(params.uid, body, actor)));
  mount(app, grantUserCoins, async ({ params, body, actor }) => done(actions.grantCoins(params.uid, body, actor)));
  mount(app, setStaffRole, async ({ params, body, actor }) => done(actions.setStaff(params.uid, body, actor)));
}

/** No reply: who needs the account reads it again. */
const done = (action: Promise<void>): Promise<null> => action.then(() => null);
