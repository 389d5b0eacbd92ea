import { ImportsStore } from '#client/features/imports/imports-store.ts';
import { HttpApi } from '#client/lib/api.ts';
import { every } from '#client/lib/every.ts';
import type { AppStores } from '#client/app/base/stores.ts';

/** The store of the list of imports; files travel past the guarded api, which the list that is read next is asked by. */
export const importsStore = ({ api }: AppStores): ImportsStore => new ImportsStore(api, new HttpApi(), every);
