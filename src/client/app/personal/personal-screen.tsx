import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { observer } from 'mobx-react-lite';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isInvestor, profileActor } from '#shared/policy/actor.ts';
import { PERSONAL_PAGES, pageOf, type PersonalPage } from '#client/features/account/profile/pages.ts';
import { PersonalShell } from '#client/features/account/profile/personal-shell.tsx';
import { usePageTitle } from '#client/lib/page-title.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { lazyPart, reserved } from '#client/ui/lazy-part.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

interface PageProps {
  readonly stores: AppStores;
}
type Page = ComponentType<PageProps>;

const lazyPage = (fetchPage: () => Promise<Page>) => lazyPart(fetchPage, reserved(<LoadingBlock height={320} />));

/** Each page is loaded when it is opened. */
const PAGES: Readonly<Record<PersonalPage, Page>> = {
  profile: lazyPage(async () => (await import('./profile-screen.tsx')).ProfileScreen),
  identity: lazyPage(async () => (await import('#client/app/screens/identity-screen.tsx')).IdentityScreen),
  security: lazyPage(async () => (await import('./security-screen.tsx')).SecurityScreen),
  devices: lazyPage(async () => (await import('./devices-screen.tsx')).DevicesScreen),
  records: lazyPage(async () => (await import('./records-screen.tsx')).RecordsScreen),
  focus: lazyPage(async () => (await import('./focus-screen.tsx')).FocusScreen),
  lists: lazyPage(async () => (await import('./lists-screen.tsx')).ListsScreen),
  mandates: lazyPage(async () => (await import('./mandates-screen.tsx')).MandatesScreen),
  requests: lazyPage(async () => (await import('./requests-screen.tsx')).RequestsScreen),
  subscriptions: lazyPage(async () => (await import('./subscriptions-screen.tsx')).SubscriptionsScreen),
  notes: lazyPage(async () => (await import('./notes-screen.tsx')).NotesScreen),
  exports: lazyPage(async () => (await import('./exports-screen.tsx')).ExportsScreen),
  contacts: lazyPage(async () => (await import('#client/app/screens/contact-screens.tsx')).ContactSettingsScreen),
  viewers: lazyPage(async () => (await import('#client/app/screens/contact-screens.tsx')).ViewersScreen),
  plans: lazyPage(async () => (await import('#client/app/screens/contact-screens.tsx')).PlanRequestsScreen),
  vip: lazyPage(async () => (await import('#client/app/screens/coin-screens.tsx')).VipScreen),
  coins: lazyPage(async () => (await import('#client/app/screens/coin-screens.tsx')).CoinsScreen),
  orders: lazyPage(async () => (await import('#client/app/screens/orders-screen.tsx')).MyOrdersScreen),
  privileges: lazyPage(async () => (await import('./privileges-screen.tsx')).PrivilegesScreen),
};

const FOR_INVESTORS: readonly PersonalPage[] = ['mandates'];

/** The personal center: the query names the page that is open. */
export const PersonalScreen = observer(function PersonalScreen({ stores }: PageProps) {
  const [query] = useSearchParams();
  const goTo = useGoTo();
  const page = pageOf(query.get('page'));
  usePageTitle(PERSONAL_PAGES.find(({ id }) => id === page)?.label ?? '个人中心');
  const Open = PAGES[page];
  const { profile } = stores.session;
  const hides = profile && isInvestor(profileActor(profile)) ? [] : FOR_INVESTORS;
  return (
    <PersonalShell page={page} hides={hides} onGo={goTo}>
      <div key={page}>
        <Open stores={stores} />
      </div>
    </PersonalShell>
  );
});
