import type { WaitingQueue } from '#schemas/api/waiting.ts';
import { actionAddress } from '#generators/actions.ts';
import { waitingAddress } from '#shared/lists/waiting-address.ts';
import type { WaitingRecords } from '#server/core/lists/waiting.ts';

/** What waits of one object as its wire shape; nothing where the object has no list to decide it in. */
export function queueOf({ object, waits, count, first }: WaitingRecords, route: string | undefined): WaitingQueue[] {
  if (route === undefined) return [];
  const { apiName, label } = object.definition;
  const link = waits.link ?? `/insight/${apiName}/{id}`;
  return [
    {
      objectApiName: apiName,
      label,
      route,
      link: waitingAddress(route, waits),
      count,
      first: first.map(({ id, name, since }) => ({
        id,
        name: name ?? `#${id}`,
        since: since === null ? null : new Date(since).toISOString(),
        link: actionAddress(link, { id }),
      })),
    },
  ];
}
