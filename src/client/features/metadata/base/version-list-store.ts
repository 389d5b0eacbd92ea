import type { VersionSummary } from '#schemas/api/metadata-editing.ts';
import { listObjectVersions, readObjectVersion } from '#schemas/generated/api/metadata-editing.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { PagedList } from '#client/lib/paged-list.ts';

export type ObjectVersion = ReplyOf<typeof readObjectVersion>;

/** The versions of one object, newest first, and the one being looked at. */
export class VersionListStore {
  readonly pages: PagedList<VersionSummary>;
  readonly opened: Loadable<ObjectVersion, [version: number]>;

  constructor(api: Api, objectApiName: string) {
    const params = { objectApiName };
    this.pages = new PagedList(async (after) => {
      const query = after === undefined ? {} : { before: Number(after) };
      const { list, before } = await api.call(listObjectVersions, { params, query });
      return { list, after: before === null ? null : String(before) };
    });
    this.opened = new Loadable((_signal, version) => api.call(readObjectVersion, { params: { ...params, version } }));
  }
}
