import type { FastifyInstance } from 'fastify';
import { type Device, endDevice, endOtherDevices, listDevices } from '#schemas/api/devices.ts';
import { Failure } from '#shared/errors.ts';
import { mount } from '#server/http/mount.ts';
import { deviceWords } from './device-words.ts';
import type { Sessions } from './sessions.ts';

const instant = (at: string) => new Date(at).toISOString();

/** Where an account is signed in, and signing it out there. */
export function deviceRoutes(app: FastifyInstance, sessions: Sessions): void {
  async function devices(accountId: string, sessionId: string | null): Promise<Device[]> {
    const live = await sessions.live(accountId);
    return live.map(({ id, device, address, created_at, seen_at }) => ({
      id,
      ...deviceWords(device),
      address,
      createdAt: instant(created_at),
      seenAt: instant(seen_at ?? created_at),
      current: id === sessionId,
    }));
  }

  mount(app, listDevices, async ({ actor, request }) => devices(actor.id, request.sessionId));
  mount(app, endDevice, async ({ body, actor, request }) => {
    const accountId = actor.id;
    if (body.id === request.sessionId) throw new Failure('CONFLICT', '这是当前设备，请使用“退出登录”');
    // Another person's session is as one that is not there.
    if (!(await sessions.endOne(accountId, body.id, 'endedByOwner')))
      throw new Failure('UNKNOWN_RECORD', '该设备已退出登录');
    return devices(accountId, request.sessionId);
  });
  mount(app, endOtherDevices, async ({ actor, request }) => {
    const accountId = actor.id;
    await sessions.endAll(accountId, 'endedByOwner', request.sessionId ?? undefined);
    return devices(accountId, request.sessionId);
  });
}
