import type { FastifyInstance } from 'fastify';
import { memberById } from '#server/features/account/session/profile.ts';
import type { OpenAlerts } from '#server/features/alerts/routes.ts';
import { openAlerts } from '#server/features/alerts/routes.ts';
import type { ListChanged } from '#server/features/kept-lists/service.ts';
import { tellWebhooks } from '#server/features/open/webhooks/happenings.ts';
import type { Outbound } from '#server/features/open/webhooks/outbound/post.ts';
import { openWebhooks } from '#server/features/open/webhooks/routes.ts';
import type { Services } from './services.ts';

export interface SendingOptions {
  /** How webhooks leave; none are sent when absent. */
  readonly outbound?: Outbound | undefined;
}

/** Has webhooks of an account know of what met its subscriptions. */
export const tellHits: NonNullable<OpenAlerts['alsoTell']> = async (trx, accountId, hits, at) => {
  for (const [object, some] of Map.groupBy(hits, (hit) => hit.object)) {
    const values = some.map(({ id, kind, subscriptions }) => ({ id, kind, subscriptions }));
    const of = { key: 'hits', values };
    await tellWebhooks(trx, { accountIds: [accountId], event: 'alert.hit', object, data: { object }, of }, at);
  }
};

/** What goes out beside the requests: alerts by bell and mail, and messages to webhooks. */
export function openSending(
  app: FastifyInstance,
  services: Services,
  { outbound, ...parts }: SendingOptions & Pick<OpenAlerts, 'mail' | 'productName' | 'linkOrigin' | 'matches'>,
): void {
  openAlerts(app, { ...services, ...parts, memberById, ...(outbound && { alsoTell: tellHits }) });
  openWebhooks(app, { ...services, memberById, outbound });
}

/** Has webhooks of those who may read a list know of its changes. */
export function tellOfLists({ outbound }: SendingOptions): ListChanged | undefined {
  if (!outbound) return undefined;
  return (trx, { accountIds, listId, object, change, ids }, at) => {
    const data = { listId, object, change };
    const of = { key: 'ids', values: ids };
    return tellWebhooks(trx, { accountIds, event: 'list.changed', object, data, of }, at);
  };
}
