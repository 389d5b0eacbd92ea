import { reaction } from 'mobx';
import { followEvents } from '#schemas/generated/api/events.ts';
import { HttpApi, type Api } from '#client/lib/api.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { browserClock, type Clock } from '#client/lib/clock.ts';
import { browserStreamHost, EventStream } from '#client/lib/events.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { PageTurns } from '#client/lib/page-turns.ts';
import { ALONE, browserTabs, type SessionTabs } from '#client/lib/session-tabs.ts';
import { SubscriptionsStore } from '#client/features/alerts/subscriptions-store.ts';
import { forgetDrafts } from '#client/features/chat/outbox/draft-keys.ts';
import { SoundStore } from '#client/features/chat/base/sound-store.ts';
import { ArrivalsStore } from '#client/features/chat/conversations/arrivals-store.ts';
import { UnreadStore } from '#client/features/chat/conversations/unread-store.ts';
import { ExportQueue } from '#client/features/records/exports/export-store.ts';
import { DisplayChoices } from '#client/features/records/views/display-choices.ts';
import { KeptListsStore } from '#client/features/kept-lists/kept-lists-store.ts';
import { StarsStore } from '#client/features/kept-lists/stars-store.ts';
import { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { MenuStore } from '#client/features/staff/menu-store.ts';
import { WaitingStore } from '#client/features/staff/waiting-store.ts';
import { SessionStore } from '#client/features/account/session/session-store.ts';
import { ChatLauncher } from './chat-launcher.ts';
import { ConnectionStore } from './connection-store.ts';
import { GuardedApi } from './failure-guard.ts';
import { ToastStore } from './toast-store.ts';
import { UpgradeStore } from './upgrade-store.ts';
import { userFinder } from './user-finder.ts';

/** Everything that outlives a screen. */
export interface AppStores {
  /** The api that screens use: ended sessions and missing VIP are seen to. */
  readonly api: Api;
  readonly session: SessionStore;
  readonly catalog: CatalogStore;
  readonly lookups: LookupStore;
  readonly upgrade: UpgradeStore;
  readonly toast: ToastStore;
  readonly views: SavedViewsStore;
  readonly lists: KeptListsStore;
  readonly stars: StarsStore;
  readonly exports: ExportQueue;
  /** What the user is alerted of. */
  readonly alerts: SubscriptionsStore;
  readonly events: EventStream;
  readonly unread: UnreadStore;
  readonly connection: ConnectionStore;
  readonly arrivals: ArrivalsStore;
  readonly sound: SoundStore;
  readonly chatLauncher: ChatLauncher;
  readonly menu: MenuStore;
  /** What waits for staff; nothing for other users. */
  readonly waiting: WaitingStore;
  /** Moves on with each page that the user comes to. */
  readonly turns: PageTurns;
}

/** Builds the stores and lets them meet. Metadata and hints follow the session. */
export function buildStores(
  plain: Api,
  events: EventStream,
  tabs: SessionTabs = ALONE,
  clock: Clock = browserClock,
): AppStores {
  // The session asks for the user past the guard: that there is none is an answer and no failure.
  const session = new SessionStore(plain, tabs);
  const upgrade = new UpgradeStore();
  const toast = new ToastStore();
  const turns = new PageTurns();
  const api = new GuardedApi(plain, {
    sessionEnded: (message) => session.expire(message),
    departures: () => session.departures,
    pageTurns: () => turns.count,
    vipRequired: (message) => upgrade.open(message),
  });
  const catalog = new CatalogStore(api);
  const lookups = new LookupStore(api, { User: userFinder(api) });
  const views = new SavedViewsStore(
    api,
    () => session.profile?.duties.includes('data') === true,
    new DisplayChoices(localStorage),
  );
  const stars = new StarsStore(api, toast.say);
  const lists = new KeptListsStore(api, toast.say, () => stars.refresh());
  const exports = new ExportQueue(api);
  const alerts = new SubscriptionsStore(api);
  const unread = new UnreadStore(api, clock);
  const chatLauncher = new ChatLauncher(clock);
  const connection = new ConnectionStore(clock);
  const menu = new MenuStore(localStorage);
  const waiting = new WaitingStore(api, clock);
  const sound = new SoundStore(localStorage);
  const arrivals = new ArrivalsStore({ api, isRoomOpen: () => chatLauncher.isOpen, ring: () => sound.ring() });
  events.subscribe((event) => {
    catalog.receive(event);
    lookups.receive(event);
    unread.receive(event);
    alerts.receive(event);
    arrivals.receive(event);
    connection.receive(event);
    waiting.receive(event);
  });
  reaction(
    () => session.isSignedIn && session.may('staff.waiting'),
    (isStaff) => (isStaff ? waiting.start() : waiting.stop()),
  );
  reaction(
    () => turns.count,
    () => upgrade.close(),
  );
  reaction(
    () => session.isSignedIn,
    (isSignedIn) => {
      if (isSignedIn) {
        void catalog.loadObjects();
        void views.start();
        events.start();
        unread.start();
      } else {
        catalog.clear();
        lookups.clear();
        upgrade.close();
        views.clear();
        lists.clear();
        stars.clear();
        exports.clear();
        alerts.clear();
        unread.stop();
        arrivals.forget();
        connection.forget();
        // The room itself may not have been loaded.
        forgetDrafts(localStorage);
        chatLauncher.close();
        events.stop();
      }
    },
  );
  return {
    api,
    session,
    catalog,
    lookups,
    upgrade,
    toast,
    views,
    lists,
    stars,
    exports,
    alerts,
    events,
    unread,
    connection,
    arrivals,
    sound,
    chatLauncher,
    menu,
    waiting,
    turns,
  };
}

/** The stores of this page, on its own server. */
export const browserStores = (): AppStores =>
  buildStores(new HttpApi(), new EventStream(browserStreamHost(followEvents.path)), browserTabs());
