import type { FastifyInstance } from 'fastify';
import { proveOwner, type ProveOwnerDeps } from '#server/features/account/profile/prove-owner.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { AssistantTools } from '#server/features/jingchat/tools/tools.ts';
import { keyRoutes } from '#server/features/open/key-routes.ts';
import { KeyCheck } from '#server/features/open/keys/key-check.ts';
import { openScope } from '#server/features/open/open-scope.ts';
import { mcpRoutes } from '#server/features/open/mcp/routes.ts';
import { openRoutes } from '#server/features/open/routes.ts';
import type { Outbound } from '#server/features/open/webhooks/outbound/post.ts';
import { webhookRoutes } from '#server/features/open/webhooks/routes.ts';
import type { RecordService } from '#server/features/records/service.ts';
import { guard } from '#server/http/mount.ts';
import type { Proof } from '#server/platform/accounts/owner-proof.ts';
import type { RowUse } from '#server/platform/row-use/row-use.ts';
import type { Services } from './services.ts';

/** Keys and webhooks on the screens of their owners. */
export function apiKeyRoutes(
  screens: FastifyInstance,
  services: Services,
  proofs: ProveOwnerDeps,
  outbound: Outbound | undefined,
  rows: RowUse,
): void {
  const prove = (accountId: string, proof: Proof) => proveOwner(proofs, accountId, 'key', proof);
  keyRoutes(screens, { ...services, rows, prove });
  webhookRoutes(screens, { ...services, limits: proofs.limits, outbound, prove });
}

interface OpenInterface {
  readonly records: Pick<RecordService, 'openable'>;
  readonly publicOrigin: string | undefined;
  readonly productName: string;
  readonly rows: RowUse;
}

/** What programs do with keys, apart from all that sessions open. */
export async function openInterface(
  app: FastifyInstance,
  services: Services,
  { records, publicOrigin, productName, rows }: OpenInterface,
): Promise<void> {
  await app.register(async (open) => {
    const keys = new KeyCheck(services);
    guard(open, (request) => keys.find(request), publicOrigin);
    const counted = openScope(open, { ...services, rows });
    openRoutes(open, { ...services, openRecord: records.openable.bind(records) });
    mcpRoutes(open, {
      catalog: services.catalog,
      productName,
      toolsOver: (names) => new AssistantTools(services, new Assistant(services, () => performance.now(), names)),
    });
    for (const beside of [keys.settled.bind(keys), counted]) open.addHook('onClose', beside);
  });
}
