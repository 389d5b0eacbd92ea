import { HttpApi } from '#client/lib/api.ts';
import type { PartLookups } from '#client/features/records/forms/parts/part-lookups.ts';
import type { AppStores } from './stores.ts';

/** What the inputs of forms look up, and the way their files go: past the guarded api, which signs for them. */
export function formLookups({ api, lookups, catalog }: Pick<AppStores, 'api' | 'lookups' | 'catalog'>): PartLookups {
  return {
    options: (field) => lookups.options(field),
    tree: lookups.tree,
    searchRecords: lookups.searchRecords,
    recordName: lookups.recordName,
    listView: lookups.listView,
    listNames: lookups.listNames,
    objects: () => catalog.stored,
    label: (optionSet, value, field) => lookups.label(optionSet, value, field),
    path: (optionSet, value) => lookups.path(optionSet, value),
    upload: async (file, how) => {
      const { Uploader } = await import('#client/features/uploads/uploader.ts');
      return new Uploader(api, new HttpApi(), () => Date.now()).upload(file, how);
    },
  };
}
