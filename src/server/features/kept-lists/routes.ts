import type { FastifyInstance } from 'fastify';
import {
  addToKeptList,
  createKeptList,
  listKeptLists,
  listShares,
  readKeptList,
  removeKeptList,
  renameKeptList,
  resolveListNames,
  restoreKeptList,
  shareKeptList,
  takeFromKeptList,
  unshareKeptList,
} from '#schemas/api/kept-lists.ts';
import {
  readGoneItems,
  readListColumns,
  readListValues,
  setListColumns,
  setListValues,
} from '#schemas/api/list-columns.ts';
import { emptyKeptList, readStars, setStar } from '#schemas/api/stars.ts';
import type { Database } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { ListColumnService } from './columns.ts';
import { KeptLists, type KeptListDeps } from './service.ts';
import { ListShares } from './sharing.ts';

/** Lists of records that users keep and share. */
export function keptListRoutes(
  app: FastifyInstance,
  { database, ...deps }: Omit<KeptListDeps, 'db'> & { readonly database: Pick<Database, 'db'> },
): void {
  const lists = new KeptLists({ ...deps, db: database.db });
  const columns = new ListColumnService({ ...deps, db: database.db });
  const shares = new ListShares({ ...deps, db: database.db });
  mount(app, listKeptLists, async ({ query, actor }) => lists.all(query, actor));
  mount(app, readKeptList, async ({ params, actor }) => lists.read(params.id, actor));
  mount(app, createKeptList, async ({ body, actor }) => lists.create(body.objectApiName, body.name, actor));
  mount(app, renameKeptList, async ({ params, body, actor }) =>
    lists.rename(params.id, body.version, body.name, actor),
  );
  mount(app, removeKeptList, async ({ params, body, actor }) => {
    await lists.remove(params.id, body.version, actor);
    return null;
  });
  mount(app, restoreKeptList, async ({ params, actor }) => lists.restore(params.id, actor));
  mount(app, addToKeptList, async ({ params, body, actor }) => lists.add(params.id, body.ids, actor));
  mount(app, takeFromKeptList, async ({ params, body, actor }) => lists.take(params.id, body.ids, actor));
  mount(app, resolveListNames, async ({ body, actor }) => lists.resolve(body.objectApiName, body.names, actor));
  mount(app, readListColumns, async ({ params, actor }) => columns.read(params.id, actor));
  mount(app, readGoneItems, async ({ params, actor }) => columns.gone(params.id, actor));
  mount(app, setListColumns, async ({ params, body, actor }) =>
    columns.set(params.id, body.version, body.fields, actor),
  );
  mount(app, readListValues, async ({ params, body, actor }) => columns.values(params.id, body.ids, actor));
  mount(app, setListValues, async ({ params, body, actor }) => columns.fill(params.id, params.recordId, body, actor));
  mount(app, readStars, async ({ query, actor }) => lists.stars(query.objectApiName, actor));
  mount(app, setStar, async ({ body, actor }) => lists.star(body.objectApiName, body.recordId, body.follows, actor));
  mount(app, emptyKeptList, async ({ params, actor }) => lists.take(params.id, 'all', actor));
  mount(app, listShares, async ({ params, actor }) => shares.of(params.id, actor));
  mount(app, shareKeptList, async ({ params, body, actor }) => shares.put(params.id, body.account, body.role, actor));
  mount(app, unshareKeptList, async ({ params, body, actor }) => {
    await shares.end(params.id, body.accountId, actor);
    return null;
  });
}
