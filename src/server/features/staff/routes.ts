import type { FastifyInstance } from 'fastify';
import {
  findUsers,
  freezeUser,
  grantUserCoins,
  grantUserVip,
  readUser,
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
import { Users } from './users.ts';

export interface StaffDeps extends UserActionDeps {
  readonly database: Database;
  readonly catalog: Catalog;
}

/** The desk where staff look after the accounts of people. */
export function staffRoutes(app: FastifyInstance, deps: StaffDeps): void {
  const users = new Users(deps.database, deps.now);
  const actions = new UserActions(deps, deps.database.vault);

  mount(app, findUsers, async ({ body }) => users.find(body));
  mount(app, readUser, async ({ params, actor }) => users.read(params.uid, actor));
  mount(app, revealPhone, async ({ params, body, actor }) => actions.revealPhone(params.uid, body.reason, actor));
  mount(app, revealValue, async ({ params, body, actor }) => ({
    value: await revealField(deps, { ...params, ...body }, actor),
  }));
  mount(app, freezeUser, async ({ params, body, actor }) => {
    await actions.freeze(params.uid, body.reason, actor);
    return users.read(params.uid, actor);
  });
  mount(app, unfreezeUser, async ({ params, body, actor }) => {
    await actions.unfreeze(params.uid, body.reason, actor);
    return users.read(params.uid, actor);
  });
  mount(app, grantUserVip, async ({ params, body, actor }) => {
    await actions.grantVip(params.uid, body, actor);
    return users.read(params.uid, actor);
  });
  mount(app, grantUserCoins, async ({ params, body, actor }) => {
    await actions.grantCoins(params.uid, body, actor);
    return users.read(params.uid, actor);
  });
  mount(app, setStaffRole, async ({ params, body, actor }) => {
    await actions.setStaff(params.uid, body.staff, body.reason, actor);
    return users.read(params.uid, actor);
  });
}
