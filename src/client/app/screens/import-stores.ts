import { ImportStore } from '#client/features/imports/import-store.ts';
import { ImportsStore } from '#client/features/imports/imports-store.ts';
import { HttpApi } from '#client/lib/api.ts';
import { every } from '#client/lib/every.ts';
import type { AppStores } from '#client/app/base/stores.ts';

/** The store of the list of imports; files travel past the guarded api, which the list that is read next is asked by. */
export const importsStore = (stores: AppStores): ImportsStore => new ImportsStore(stores.api, new HttpApi(), every);

/** The store of one import. */
export const importStore = (stores: AppStores, id: string): ImportStore =>
  new ImportStore(id, stores.api, stores.catalog, every);
