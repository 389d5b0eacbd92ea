import type { ComponentType, ReactNode } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import type { Action } from '#schemas/api/actions.ts';
import { LIST_ROOT, MARKET_ROOT } from '#schemas/generated/metadata/names.ts';
import { ALBUM_ROOT, BLANK_PATH, NEWS_ROUTE } from '#client/lib/router.ts';
import { COMPARE_PATH } from '#client/lib/compare-address.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { FirstListScreen } from '#client/app/screens/first-list-screen.tsx';
import { ListScreen } from '#client/app/screens/list-screen.tsx';
import {
  Everybody,
  LackingFactor,
  MembersOnly,
  SignedIn,
  StaffOnly,
  VisitorsOnly,
} from '#client/app/shell/session-gate.tsx';
import { Shell } from '#client/app/shell/shell.tsx';
import { BareForbiddenPage, BareNotFoundPage, BrokenPage, NotFoundPage } from '#client/app/base/status-page.tsx';
import { STAFF_PAGES, type StaffPage } from '#client/app/base/staff-pages.ts';
import type { AppStores } from '#client/app/base/stores.ts';

type Screen = ComponentType<{ readonly stores: AppStores }>;

/** A screen whose file is fetched when it is first opened. */
const lazy = <Name extends string>(file: () => Promise<Readonly<Record<NoInfer<Name>, Screen>>>, name: Name) =>
  lazyPart(async () => (await file())[name]);

const account = () => import('#client/app/screens/login-screens.tsx');
const coins = () => import('#client/app/screens/coin-screens.tsx');
const contacts = () => import('#client/app/screens/contact-screens.tsx');
const identity = () => import('#client/app/screens/identity-screen.tsx');
const imports = () => import('#client/app/screens/import-screen.tsx');
const matching = () => import('#client/app/screens/matching-screens.tsx');
const merging = () => import('#client/app/screens/merge-screen.tsx');
const visits = () => import('#client/app/screens/visit-screens.tsx');
const metadata = () => import('#client/app/screens/metadata-screen.tsx');

const Detail = lazy(() => import('#client/app/screens/detail-screen.tsx'), 'DetailScreen');
const Help = lazy(() => import('#client/app/screens/help-screen.tsx'), 'HelpScreen');
const Home = lazy(() => import('#client/app/screens/home-screen.tsx'), 'HomeScreen');
const Landing = lazy(() => import('#client/app/screens/landing-screen.tsx'), 'LandingScreen');
const Form = lazy(() => import('#client/app/screens/form-screen.tsx'), 'FormScreen');
const Search = lazy(() => import('#client/app/screens/search-screen.tsx'), 'SearchScreen');
const Personal = lazy(() => import('#client/app/personal/personal-screen.tsx'), 'PersonalScreen');
const ReviewQueue = lazy(() => import('#client/app/screens/review-queue-screen.tsx'), 'ReviewQueueScreen');
const Pdf = lazy(() => import('#client/app/screens/pdf-screen.tsx'), 'PdfScreen');
const MessageCenter = lazy(() => import('#client/app/screens/message-screens.tsx'), 'MessageCenterScreen');
const Livestreams = lazy(() => import('#client/app/screens/livestreams-screen.tsx'), 'LivestreamsScreen');

/**
 * Who a screen is for: visitors alone; staff who lack a second factor; any page without the frame, for signed-in users or for anyone; within the frame for
 * everybody or signed-in users.
 */
type Who = 'visitor' | 'lacking' | 'bareMember' | 'bare' | 'everybody' | 'member';

/** Every path of the product but those of staff. */
const ROUTES: readonly (readonly [path: string, who: Who, screen: Screen])[] = [
  ['/dashboard', 'visitor', Landing],
  ['/login', 'visitor', lazy(account, 'LoginScreen')],
  ['/forget', 'visitor', lazy(account, 'ForgetScreen')],
  ['/secondFactor', 'lacking', lazy(account, 'FactorSetupScreen')],
  ['/scan', 'bareMember', lazy(account, 'ScanScreen')],
  ['/verifyEmail', 'bare', lazy(identity, 'VerifyEmailScreen')],
  ['/unsubscribe', 'bare', lazy(() => import('#client/app/screens/unsubscribe-screen.tsx'), 'UnsubscribeScreen')],
  ['/403', 'bare', BareForbiddenPage],
  ['/404', 'bare', BareNotFoundPage],
  ['/insight/:moduleInfoId/:id', 'everybody', Detail],
  [NEWS_ROUTE, 'everybody', Detail],
  [
    `${ALBUM_ROOT}/:objectApiName/:id`,
    'everybody',
    lazy(() => import('#client/app/screens/album-screen.tsx'), 'AlbumScreen'),
  ],
  ['/search', 'everybody', Search],
  ['/search/result', 'everybody', Search],
  ['/helpCenter', 'everybody', Help],
  ['/helpCenter/:slug', 'everybody', Help],
  ['/legal/:kind', 'everybody', lazy(() => import('#client/app/screens/legal-screen.tsx'), 'LegalScreen')],
  [BLANK_PATH, 'member', () => null],
  ['/', 'member', () => <Navigate replace to="/home" />],
  ['/home', 'member', Home],
  [LIST_ROOT, 'member', FirstListScreen],
  [COMPARE_PATH, 'member', lazy(() => import('#client/app/screens/compare-screen.tsx'), 'CompareScreen')],
  [`${LIST_ROOT}/*`, 'member', ListScreen],
  [MARKET_ROOT, 'member', FirstListScreen],
  [`${MARKET_ROOT}/*`, 'member', lazy(matching, 'MarketListScreen')],
  ['/form/:objectApiName', 'member', Form],
  ['/form/:objectApiName/:id', 'member', Form],
  ['/identity', 'member', lazy(identity, 'IdentityScreen')],
  ['/personalCenter', 'member', Personal],
  ['/developer', 'member', lazy(() => import('#client/app/screens/developer-screen.tsx'), 'DeveloperScreen')],
  ['/corrections', 'member', ListScreen],
  ['/company/members', 'member', ListScreen],
  ['/company/invitations', 'member', ListScreen],
  ['/financing', 'member', ListScreen],
  ['/pipeline', 'member', ListScreen],
  ['/company/plan-readers', 'member', ListScreen],
  ['/company/mine', 'member', ListScreen],
  ['/pipeline/deals', 'member', ListScreen],
  ['/visitors', 'member', lazy(visits, 'VisitStatScreen')],
  ['/workbench', 'member', lazy(visits, 'WorkbenchScreen')],
  ['/visitors/list', 'member', ListScreen],
  ['/visitors/days', 'member', ListScreen],
  ['/visited', 'member', ListScreen],
  ['/visited/shown', 'member', ListScreen],
  ['/matching/unfit', 'member', ListScreen],
  ['/matching/projects', 'member', lazy(matching, 'OldProjectsScreen')],
  ['/matching/investors/:id', 'member', lazy(matching, 'OldInvestorsScreen')],
  ['/messageCenter', 'member', MessageCenter],
  ['/pdfViewer', 'member', Pdf],
  ['/lives', 'member', Livestreams],
  ['/coins', 'member', lazy(coins, 'CoinsScreen')],
  ['/vip', 'member', lazy(coins, 'VipScreen')],
  ['/orders', 'member', lazy(() => import('#client/app/screens/orders-screen.tsx'), 'MyOrdersScreen')],
  ['/contacts/settings', 'member', lazy(contacts, 'ContactSettingsScreen')],
  ['/contacts/viewers', 'member', lazy(contacts, 'ViewersScreen')],
  ['/contacts/plans', 'member', lazy(contacts, 'PlanRequestsScreen')],
  ['/jingchat', 'member', lazy(() => import('#client/app/screens/jingchat-screen.tsx'), 'JingchatScreen')],
];

/** Screens of staff: each for those who may do what its page is for. */
const STAFF_SCREENS: Readonly<Record<StaffPage, Screen>> = {
  '/staff/identity': ReviewQueue,
  '/staff/metadata': lazy(metadata, 'ObjectListScreen'),
  '/staff/metadata/:objectApiName': lazy(metadata, 'ObjectEditorScreen'),
  '/staff/options': lazy(metadata, 'OptionSetsScreen'),
  '/staff/options/:name': lazy(metadata, 'OptionSetScreen'),
  '/staff/audit': lazy(metadata, 'AuditScreen'),
  '/staff/packages': lazy(metadata, 'PackageScreen'),
  '/staff/merge/:objectApiName/:idA': lazy(merging, 'OtherRecordScreen'),
  '/staff/merge/:objectApiName/:idA/:idB': lazy(merging, 'MergeScreen'),
  '/staff/import': lazy(imports, 'ImportsScreen'),
  '/staff/import/:id': lazy(imports, 'ImportScreen'),
  '/staff/quality': lazy(() => import('#client/app/screens/quality-screen.tsx'), 'QualityScreen'),
};

type Gate = ComponentType<{ readonly session: AppStores['session']; readonly children: ReactNode }>;
const Open: Gate = ({ children }) => children;

/** The routes of the router. */
export function buildRoutes(stores: AppStores): RouteObject[] {
  const { session } = stores;
  const routesOf = (wanted: Who, Gate: Gate = Open): RouteObject[] =>
    ROUTES.filter(([, who]) => who === wanted).map(([path, , Screen]) => ({
      path,
      element: (
        <Gate session={session}>
          <Screen stores={stores} />
        </Gate>
      ),
    }));
  const staffRoute = (path: string, action: Action, Screen: Screen): RouteObject => ({
    path,
    element: (
      <StaffOnly session={session} action={action}>
        <Screen stores={stores} />
      </StaffOnly>
    ),
  });
  const staffRoutes = [
    ...Object.entries(STAFF_PAGES).map(([path, action]) => staffRoute(path, action, STAFF_SCREENS[path as StaffPage])),
    // Lists of what features keep: each is at the address that its object names.
    staffRoute('/staff/*', 'staff.waiting', ListScreen),
  ];
  const frame = <Shell stores={stores} />;
  return [
    {
      element: <Outlet />,
      errorElement: <BrokenPage />,
      children: [
        ...routesOf('visitor', VisitorsOnly),
        ...routesOf('lacking', LackingFactor),
        ...routesOf('bareMember', SignedIn),
        ...routesOf('bare'),
        {
          element: <Everybody session={session}>{frame}</Everybody>,
          children: [...routesOf('everybody'), { path: '*', element: <NotFoundPage /> }],
        },
        {
          element: <MembersOnly session={session}>{frame}</MembersOnly>,
          children: [...routesOf('member'), ...staffRoutes],
        },
      ],
    },
  ];
}
