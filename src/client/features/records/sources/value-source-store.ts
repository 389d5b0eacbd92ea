import type { Provenance } from '#schemas/api/corrections.ts';
import { readProvenance } from '#schemas/generated/api/corrections.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

export type ValueSourceStore = Loadable<Provenance>;

/** Where one value of one record comes from; asked for when a user wants to know. */
export const valueSource = (api: Api, objectApiName: string, id: string, field: string): ValueSourceStore =>
  new Loadable(() => api.call(readProvenance, { params: { objectApiName, id }, query: { field } }));
