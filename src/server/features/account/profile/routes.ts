import type { FastifyInstance } from 'fastify';
import {
  addOwnRecord,
  closeAccount,
  deleteOwnRecord,
  editProfile,
  myData,
  readClosing,
  readFocus,
  readRowsToday,
  restoreOwnRecord,
  saveFocus,
} from '#schemas/api/profile.ts';
import { changePersonPage } from '#schemas/api/person-page.ts';
import type { Profile } from '#schemas/api/session.ts';
import type { RowUse } from '#server/platform/row-use/row-use.ts';
import { contentKey } from '#server/http/content-key.ts';
import { mount } from '#server/http/mount.ts';
import { AccountClosing, type ClosingDeps } from './closing.ts';
import { proveOwner } from './prove-owner.ts';
import { type MyDataDeps, MyData } from './my-data.ts';
import { type OwnRecordDeps, OwnRecords } from './own-records.ts';
import { changePage } from './page.ts';
import { ProfileService, type ProfileServiceDeps } from './service.ts';

export interface ProfileDeps extends ProfileServiceDeps, OwnRecordDeps, ClosingDeps, MyDataDeps {
  /** What screens know of the person; the session feature gives it. */
  readonly readProfile: (accountId: string) => Promise<Profile>;
  readonly rows: Pick<RowUse, 'today'>;
}

/** What belongs to the signed-in person alone. */
export function profileRoutes(app: FastifyInstance, deps: ProfileDeps): void {
  const profiles = new ProfileService(deps);
  const records = new OwnRecords(deps);
  const closing = new AccountClosing(deps);
  const data = new MyData(deps);

  mount(app, editProfile, async ({ body, actor }) => {
    await profiles.edit(body, actor);
    return deps.readProfile(actor.id);
  });
  mount(app, readRowsToday, async ({ actor }) => (await deps.rows.today(actor)) ?? null);
  mount(app, changePersonPage, async ({ body, actor }) => {
    await changePage(deps, body, actor);
    return null;
  });
  mount(app, readFocus, async ({ actor }) => profiles.focus(actor));
  mount(app, saveFocus, async ({ body, actor }) => profiles.follow({ ...body }, actor));

  mount(app, addOwnRecord, async ({ params, body, actor }) =>
    records.add(params.kind, body.clientKey ?? contentKey(body.values), body.values, actor),
  );
  mount(app, deleteOwnRecord, async ({ params, query, actor }) => {
    await records.remove(params.kind, query.id, actor);
    return null;
  });
  mount(app, restoreOwnRecord, async ({ params, body, actor }) => records.restore(params.kind, body.id, actor));

  mount(app, readClosing, async ({ actor }) => closing.weigh(actor));
  mount(app, closeAccount, async ({ body, actor }) => {
    await closing.close(actor, body);
    return null;
  });

  mount(app, myData, async ({ body, actor, reply }) => {
    await proveOwner(deps, actor.id, 'copy', body);
    await data.note(actor);
    void reply.header('cache-control', 'no-store');
    return data.of(actor);
  });
}
