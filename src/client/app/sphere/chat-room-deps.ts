import { readPlan } from '#schemas/generated/api/plans.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { browserChatHost } from '#client/features/chat/base/browser-chat-host.ts';
import { RoomDialogs } from '#client/features/chat/room/room-dialogs.ts';
import { RoomStore } from '#client/features/chat/room/room-store.ts';
import { greetingsFor } from '#client/features/chat/room/greetings.ts';
import type { RoomSurroundings } from '#client/features/chat/room/room-surroundings.ts';
import { HttpApi } from '#client/lib/api.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { browserClock } from '#client/lib/clock.ts';
import { fastFinancingAddress } from '#client/lib/customer-service.ts';
import { companyPath, openInNewTab, readingAddress } from '#client/lib/router.ts';
import { whenIdle } from '#client/lib/when-idle.ts';
import type { AppStores } from '#client/app/base/stores.ts';

/** Pictures of a report: for staff alone. */
const REPORT_PICTURE: FieldDefinition = {
  apiName: 'reportPicture',
  label: '图片',
  type: 'image',
  required: false,
  config: { accept: 'image/png,image/jpeg', private: true },
};
/** Where a founder asks for financing within the product. */
const PLAN_SETTINGS = '/personalCenter?page=contacts';

/** Opens an address beside this page, which it cannot reach back to. */
const openBeside = (address: string) => void window.open(address, '_blank', 'noopener');

export interface RoomDeps {
  readonly room: RoomStore;
  readonly dialogs: RoomDialogs;
  readonly around: RoomSurroundings;
}

/** The room of the person who is signed in, and what it needs of the product. `goTo` goes to a path of the product. */
export function buildRoom(
  { api, events, session, chatLauncher, unread, sound }: AppStores,
  goTo: (path: string) => void,
): RoomDeps {
  const uploads = new HttpApi();
  const now = () => Date.now();
  const room = new RoomStore({
    api,
    uploads,
    clock: browserClock,
    events,
    host: browserChatHost(),
    now,
    roles: () => session.profile?.identityRoles ?? [],
    unreadChanged: () => unread.refresh(),
  });
  const keepPicture = async (file: File, signal: AbortSignal) => {
    // Only a user who reports another one needs it.
    const { Uploader } = await import('#client/features/uploads/uploader.ts');
    const uploader = new Uploader(api, uploads, now);
    const { url } = await uploader.upload(file, { field: REPORT_PICTURE, signal, onProgress: () => undefined });
    return { url };
  };
  const around: RoomSurroundings = {
    storage: window.localStorage,
    now: () => new Date(),
    whenIdle,
    report: { api, keepPicture },
    sound,
    greetings: greetingsFor(api, () => session.profile?.identityRoles ?? []),
    goTo: (path) => {
      chatLauncher.close();
      goTo(path);
    },
    openCompanyPage: (ccid) => openInNewTab(companyPath(ccid)),
    openPlan: (url, name) => openBeside(readingAddress(url, name)),
    async openCompanyPlan(ccid) {
      const { address, fileName = '' } = await api.call(readPlan, { query: { ccid } });
      if (address === undefined) throw new ApiFailure(0, 0, '暂时无法查看该BP');
      openBeside(readingAddress(address, fileName));
    },
    planPath: PLAN_SETTINGS,
    financing: fastFinancingAddress('contact_limit'),
  };
  return { room, dialogs: new RoomDialogs(), around };
}
