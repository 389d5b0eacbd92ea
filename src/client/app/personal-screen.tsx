import { observer } from 'mobx-react-lite';
import { lazy, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PERSONAL_PAGES, pageOf, type PersonalPage } from '#client/features/account/profile/pages.ts';
import { PersonalShell } from '#client/features/account/profile/personal-shell.tsx';
import { usePageTitle } from '#client/lib/page-title.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import type { AppStores } from './stores.ts';

interface PageProps {
  readonly stores: AppStores;
}
type Page = ComponentType<PageProps>;

/** Each page is loaded when it is opened. */
const PAGES: Readonly<Record<PersonalPage, Page>> = {
  profile: lazy(async () => ({ default: (await import('./personal/profile-screen.tsx')).ProfileScreen })),
  identity: lazy(async () => ({ default: (await import('./identity-screen.tsx')).IdentityScreen })),
  security: lazy(async () => ({ default: (await import('./personal/security-screen.tsx')).SecurityScreen })),
  devices: lazy(async () => ({ default: (await import('./personal/devices-screen.tsx')).DevicesScreen })),
  records: lazy(async () => ({ default: (await import('./personal/records-screen.tsx')).RecordsScreen })),
  focus: lazy(async () => ({ default: (await import('./personal/focus-screen.tsx')).FocusScreen })),
  requests: lazy(async () => ({ default: (await import('./personal/requests-screen.tsx')).RequestsScreen })),
  exports: lazy(async () => ({ default: (await import('./personal/exports-screen.tsx')).ExportsScreen })),
  contacts: lazy(async () => ({ default: (await import('./contact-screens.tsx')).ContactSettingsScreen })),
  viewers: lazy(async () => ({ default: (await import('./contact-screens.tsx')).ViewersScreen })),
  plans: lazy(async () => ({ default: (await import('./contact-screens.tsx')).PlanRequestsScreen })),
  vip: lazy(async () => ({ default: (await import('./coin-screens.tsx')).VipScreen })),
  coins: lazy(async () => ({ default: (await import('./coin-screens.tsx')).CoinsScreen })),
  orders: lazy(async () => ({ default: (await import('./coin-screens.tsx')).MyOrdersScreen })),
  privileges: lazy(async () => ({ default: (await import('./personal/privileges-screen.tsx')).PrivilegesScreen })),
};

/** Pages of other features, which bring their own margins along. */
const GUESTS: ReadonlySet<PersonalPage> = new Set([
  'identity',
  'contacts',
  'viewers',
  'plans',
  'vip',
  'coins',
  'orders',
]);

/** The personal center: which of its pages is open stands in the query. */
export const PersonalScreen = observer(function PersonalScreen({ stores }: PageProps) {
  const [query] = useSearchParams();
  const goTo = useGoTo();
  const page = pageOf(query.get('page'));
  usePageTitle(PERSONAL_PAGES.find(({ id }) => id === page)?.label ?? '个人中心');
  const Open = PAGES[page];
  return (
    <PersonalShell page={page} onGo={goTo}>
      <div key={page} {...(GUESTS.has(page) && { className: 'personal-guest' })}>
        <Open stores={stores} />
      </div>
    </PersonalShell>
  );
});
