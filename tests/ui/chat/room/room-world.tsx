import { render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { ChatUser } from '#schemas/api/chat.ts';
import { readDialog, readInmailList, syncChat } from '#schemas/api/chat.ts';
import { readExchangeStanding, type ExchangeStanding } from '#schemas/api/chat-exchange.ts';
import { readInterestedSummary, readMessageHeader, readUserHeader, type UserHeader } from '#schemas/api/chat-people.ts';
import { readOptionSet } from '#schemas/api/metadata.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { readSystemSummaries, type SystemSummary } from '#schemas/api/notices.ts';
import { ChatRoom } from '#client/features/chat/room/chat-room.tsx';
import type { ChatHost } from '#client/features/chat/base/chat-host.ts';
import { RoomDialogs } from '#client/features/chat/room/room-dialogs.ts';
import { RoomStore } from '#client/features/chat/room/room-store.ts';
import { SoundStore } from '#client/features/chat/base/sound-store.ts';
import { greetingsFor } from '#client/features/chat/room/greetings.ts';
import type { RoomSurroundings } from '#client/features/chat/room/room-surroundings.ts';
import type { Clock } from '#client/lib/clock.ts';
import { INVESTOR } from '#tests/support/chat/chat-user.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';

/** The day of the tests, at noon of wherever they run. */
const NOW = new Date(2026, 10, 21, 12, 0);

/** A clock that goes on when the test moves it. */
export class HandClock implements Clock {
  #now = 0;
  #due: { at: number; work: () => void }[] = [];

  now = (): number => this.#now;

  after = (milliseconds: number, work: () => void): (() => void) => {
    const due = { at: this.#now + milliseconds, work };
    this.#due.push(due);
    return () => {
      this.#due = this.#due.filter((one) => one !== due);
    };
  };

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const now = this.#due.filter(({ at }) => at <= this.#now);
    this.#due = this.#due.filter(({ at }) => at > this.#now);
    for (const { work } of now) work();
  }
}

export const STANDING: ExchangeStanding = {
  hasExchangeWeixin: false,
  hasExchangePhone: false,
  hasBp: false,
  bp: null,
  bpName: null,
  pending: [],
  exposure: { phone: { mine: true, theirs: true }, weixin: { mine: true, theirs: true } },
  bothTalked: true,
};

const HEADER: UserHeader = {
  uid: '2',
  name: '林知远',
  avatar: null,
  entityName: '远山资本',
  position: '合伙人',
  identityRoles: ['ORG_INVESTOR'],
  identity: '机构投资人',
  intro: '',
  isServiceOrg: false,
  companies: [],
  hasPage: false,
  isGone: false,
};

export const HELPER: SystemSummary = {
  systemMsgType: 2,
  unreadCount: 0,
  chatUid: 'helper',
  name: '鲸图助手',
  lastChatContent: '欢迎使用',
  contentType: 0,
  updatedAt: NOW.toISOString(),
};

/** A browser that keeps nothing beyond the test. */
function host(): ChatHost {
  return {
    storage: window.localStorage,
    hasDatabase: false,
    locks: undefined,
    openChannel: undefined,
    isOnline: () => true,
    isVisible: () => true,
    onNetwork: () => () => undefined,
    previews: { open: () => 'blob:preview', close: () => undefined },
    measure: async () => undefined,
    newKey: () => crypto.randomUUID(),
  };
}

interface Given {
  readonly users?: readonly ChatUser[];
  readonly systems?: readonly SystemSummary[];
  /** Roles of the person whose room it is. */
  readonly roles?: readonly string[];
  readonly header?: Partial<UserHeader>;
  readonly standing?: Partial<ExchangeStanding>;
  readonly origin?: Partial<ReplyOf<typeof readMessageHeader>>;
}

/** The texts that staff keep in an option set. */
const greetingSet = (name: string): OptionSet & { version: number } => ({
  name,
  version: 1,
  label: name,
  kind: 'list',
  options: [
    { value: 'a', label: `${name}：您好` },
    { value: 'b', label: '停用的话', retired: true },
  ],
});

/** The room on screen, on a server and a clock of the test's own. */
export function openRoom(given: Given = {}) {
  window.localStorage.clear();
  const { users = [INVESTOR], systems = [], roles = ['START_UP'] } = given;
  const clock = new HandClock();
  const api = new FakeApi()
    .on(readInmailList, () => ({ list: [...users], hasMore: false, rev: '1' }))
    .on(syncChat, () => ({ list: [], hasMore: false, rev: '1' }))
    .on(readOptionSet, ({ params }) => greetingSet(params.name))
    .on(readInterestedSummary, () => null)
    .on(readSystemSummaries, () => ({ list: [...systems] }))
    .on(readUserHeader, () => ({ ...HEADER, ...given.header }))
    .on(readMessageHeader, () => ({ hasBp: true, entrepreneur: true, showTips: false, ...given.origin }))
    .on(readExchangeStanding, () => ({ ...STANDING, ...given.standing }))
    .on(readDialog, () => ({ list: [], changed: [], total: 0, changeRev: 0, readSeq: 0, peerReadSeq: 0 }));
  const room = new RoomStore({
    api,
    uploads: { upload: () => Promise.reject(new Error('no uploads here')) },
    clock,
    events: { subscribe: () => () => undefined },
    host: host(),
    now: () => NOW.getTime(),
    roles: () => roles,
  });
  const dialogs = new RoomDialogs();
  const keepPicture = vi.fn<(file: File) => Promise<{ url: string }>>(async ({ name }) => ({ url: `/files/${name}` }));
  /** What is to be done when the browser has nothing else to do. */
  const whenIdle: (() => void)[] = [];
  const around: RoomSurroundings = {
    storage: window.localStorage,
    now: () => NOW,
    whenIdle: (work) => {
      whenIdle.push(work);
      return () => undefined;
    },
    report: { api, keepPicture },
    sound: new SoundStore(window.localStorage, () => undefined),
    greetings: greetingsFor(api, () => roles),
    goTo: vi.fn<(path: string) => void>(),
    openCompanyPage: vi.fn<(ccid: string) => void>(),
    openPlan: vi.fn<(url: string, name: string) => void>(),
    openCompanyPlan: () => Promise.resolve(),
    planPath: '/plans',
    financing: 'https://money.example/?channel=jingtu_chat',
  };
  const onClose = vi.fn<() => void>();
  render(
    <ChatRoom
      room={room}
      dialogs={dialogs}
      around={around}
      clock={clock}
      footer={null}
      toggle={null}
      onClose={onClose}
    />,
  );
  room.start('1');
  room.open();
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  return { api, clock, room, dialogs, around, whenIdle, keepPicture, onClose, user };
}

/** The room when its first second is over. */
export async function openedRoom(given: Given = {}) {
  const opened = openRoom(given);
  await waitFor(() => {
    if (opened.room.listState === 'init') throw new Error('the list is on its way');
  });
  opened.clock.pass(1000);
  return opened;
}
