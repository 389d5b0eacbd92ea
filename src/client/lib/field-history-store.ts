import { readHistory } from '#schemas/generated/api/records.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { Api } from './api.ts';
import { Loadable } from './loadable.ts';

/** One change of one field. */
export interface FieldChange {
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly actor: string;
  readonly origin: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

export type FieldHistoryStore = Loadable<readonly FieldChange[]>;

/** What became of one field of one record, newest first. */
export const fieldHistory = (api: Api, objectApiName: string, id: string, field: string): FieldHistoryStore =>
  new Loadable(async () => {
    const entries = await api.call(readHistory, { params: { objectApiName, id }, query: { field } });
    return entries.flatMap(({ version, at, actor, origin, changes }) =>
      changes
        .filter((change) => change.field === field)
        .map(({ before, after }) => ({
          version,
          at,
          actor,
          origin,
          before: before as FieldValue,
          after: after as FieldValue,
        })),
    );
  });
