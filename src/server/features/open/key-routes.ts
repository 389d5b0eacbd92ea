import type { FastifyInstance } from 'fastify';
import { createKey, listKeys, readUsage, revokeKey, rotateKey } from '#schemas/api/api-keys.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Services } from '#server/services.ts';
import type { RowUse } from '#server/platform/row-use/row-use.ts';
import { mount } from '#server/http/mount.ts';
import { publishedObjects } from './base/open-objects.ts';
import { Keys, type KeysDeps } from './keys/keys.ts';
import { DAILY_CALLS } from './limits.ts';
import { callsOn, faultsOf, usageOf } from './queries.ts';

export interface KeyRoutesDeps
  extends Pick<Services, 'database' | 'catalog' | 'changes' | 'hints' | 'now'>, Pick<KeysDeps, 'prove'> {
  readonly rows: RowUse;
}

const SHOWN_DAYS = 30;
const SHOWN_FAULTS = 100;

/** Keys of one's own, and what they were used for. */
export function keyRoutes(app: FastifyInstance, deps: KeyRoutesDeps): void {
  const { database, catalog, now, rows } = deps;
  const objects = (actor: Actor) =>
    publishedObjects(catalog, actor).map(({ apiName, definition }) => ({
      objectApiName: apiName,
      label: definition.label,
    }));
  const keys = new Keys({ ...deps, objects });
  mount(app, listKeys, async ({ actor }) => ({ ...(await keys.list(actor)), objects: objects(actor) }));
  mount(app, createKey, async ({ body, actor }) => keys.create(body, actor));
  mount(app, rotateKey, async ({ body, actor }) => keys.rotate(body, actor));
  mount(app, revokeKey, async ({ body, actor }) => {
    await keys.revoke(body.id, actor);
    return null;
  });
  mount(app, readUsage, async ({ actor }) => {
    const today = shanghaiDay(now());
    const since = shanghaiDay(new Date(now().getTime() - (SHOWN_DAYS - 1) * DAY_MS));
    const [days, faults, calls, read] = await Promise.all([
      usageOf(database.db, actor.id, since),
      faultsOf(database.db, actor.id, SHOWN_FAULTS),
      callsOn(database.db, actor.id, today),
      rows.today(actor),
    ]);
    return {
      days: days.map((one) => ({ ...one, rows: Number(one.rows) })),
      faults: faults.map(({ name, request_id, at, ...fault }) => ({
        ...fault,
        at: new Date(at).toISOString(),
        keyName: name,
        requestId: request_id,
      })),
      today: { calls, limit: DAILY_CALLS, ...(read && { read }) },
    };
  });
}
