import type { FastifyInstance } from 'fastify';
import { memberById } from '#server/features/account/session/profile.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { AutomationDeps } from '#server/features/automation/base.ts';
import { ownProposals } from '#server/features/corrections/own-proposals.ts';
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

/** What automations are made of: values that they propose go to the queue of corrections, their messages to the webhooks. */
export function automationParts(
  services: Services,
  { memberById: memberOf, outbound }: SendingOptions & Pick<AutomationDeps, 'memberById'>,
): Omit<AutomationDeps, 'report'> {
  const propose = ownProposals(services);
  return {
    ...services,
    memberById: memberOf,
    propose: ({ objectApiName, id, name, field, before, proposed, reason }, owner) => {
      const change = { field, before: before as FieldValue | null, proposed: proposed as FieldValue | null };
      return propose({ objectApiName, id, name, reason, changes: [change] }, owner);
    },
    ...(outbound && {
      tell: (trx, accountId, { object, data, ids }, at) =>
        tellWebhooks(
          trx,
          { accountIds: [accountId], event: 'automation.ran', object, data, of: { key: 'ids', values: ids } },
          at,
        ),
    }),
  };
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
