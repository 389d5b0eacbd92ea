import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { LIST_ROOT } from '#schemas/generated/metadata/names.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { BLANK_PATH, NEWS_ROUTE } from '#client/lib/router.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { ListScreen } from '#client/app/screens/list-screen.tsx';
import { Everybody, MembersOnly, SignedIn, StaffOnly, VisitorsOnly } from '#client/app/shell/session-gate.tsx';
import { Shell } from '#client/app/shell/shell.tsx';
import { BrokenPage, ForbiddenPage, NotFoundPage, NotOpenPage } from '#client/app/base/status-page.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

const HomeScreen = lazyPart(async () => (await import('#client/app/screens/home-screen.tsx')).HomeScreen);
const DetailScreen = lazyPart(async () => (await import('#client/app/screens/detail-screen.tsx')).DetailScreen);
const LoginScreen = lazyPart(async () => (await import('#client/app/screens/login-screens.tsx')).LoginScreen);
const ForgetScreen = lazyPart(async () => (await import('#client/app/screens/login-screens.tsx')).ForgetScreen);
const ScanScreen = lazyPart(async () => (await import('#client/app/screens/login-screens.tsx')).ScanScreen);
const LandingScreen = lazyPart(async () => (await import('#client/app/screens/landing-screen.tsx')).LandingScreen);
const FormScreen = lazyPart(async () => (await import('#client/app/screens/form-screen.tsx')).FormScreen);

const SearchScreen = lazyPart(async () => (await import('#client/app/screens/search-screen.tsx')).SearchScreen);
const CorrectionScreen = lazyPart(
  async () => (await import('#client/app/screens/correction-screen.tsx')).CorrectionScreen,
);
const PersonalScreen = lazyPart(async () => (await import('#client/app/personal/personal-screen.tsx')).PersonalScreen);
const ObjectListScreen = lazyPart(
  async () => (await import('#client/app/screens/metadata-screen.tsx')).ObjectListScreen,
);
const ObjectEditorScreen = lazyPart(
  async () => (await import('#client/app/screens/metadata-screen.tsx')).ObjectEditorScreen,
);

const OptionSetsScreen = lazyPart(
  async () => (await import('#client/app/screens/option-screens.tsx')).OptionSetsScreen,
);
const OptionSetScreen = lazyPart(async () => (await import('#client/app/screens/option-screens.tsx')).OptionSetScreen);
const AuditScreen = lazyPart(async () => (await import('#client/app/screens/option-screens.tsx')).AuditScreen);

const IdentityScreen = lazyPart(async () => (await import('#client/app/screens/identity-screen.tsx')).IdentityScreen);
const VerifyEmailScreen = lazyPart(
  async () => (await import('#client/app/screens/identity-screen.tsx')).VerifyEmailScreen,
);
const ReviewQueueScreen = lazyPart(
  async () => (await import('#client/app/screens/review-queue-screen.tsx')).ReviewQueueScreen,
);

const UsersScreen = lazyPart(async () => (await import('#client/app/screens/staff-screens.tsx')).UsersScreen);
const ReportsScreen = lazyPart(async () => (await import('#client/app/screens/staff-screens.tsx')).ReportsScreen);
const LogScreen = lazyPart(async () => (await import('#client/app/screens/staff-screens.tsx')).LogScreen);

const ImportsScreen = lazyPart(async () => (await import('#client/app/screens/import-screen.tsx')).ImportsScreen);
const ImportScreen = lazyPart(async () => (await import('#client/app/screens/import-screen.tsx')).ImportScreen);

const CoinsScreen = lazyPart(async () => (await import('#client/app/screens/coin-screens.tsx')).CoinsScreen);
const VipScreen = lazyPart(async () => (await import('#client/app/screens/coin-screens.tsx')).VipScreen);
const MyOrdersScreen = lazyPart(async () => (await import('#client/app/screens/coin-screens.tsx')).MyOrdersScreen);
const CodesScreen = lazyPart(async () => (await import('#client/app/screens/coin-screens.tsx')).CodesScreen);

const ContactSettingsScreen = lazyPart(
  async () => (await import('#client/app/screens/contact-screens.tsx')).ContactSettingsScreen,
);
const ViewersScreen = lazyPart(async () => (await import('#client/app/screens/contact-screens.tsx')).ViewersScreen);
const PlanRequestsScreen = lazyPart(
  async () => (await import('#client/app/screens/contact-screens.tsx')).PlanRequestsScreen,
);
const WhiteListScreen = lazyPart(async () => (await import('#client/app/screens/contact-screens.tsx')).WhiteListScreen);

const MessageCenterScreen = lazyPart(
  async () => (await import('#client/app/screens/message-screens.tsx')).MessageCenterScreen,
);
const NoticesScreen = lazyPart(async () => (await import('#client/app/screens/message-screens.tsx')).NoticesScreen);
const PdfScreen = lazyPart(async () => (await import('#client/app/screens/pdf-screen.tsx')).PdfScreen);

const LivestreamsScreen = lazyPart(
  async () => (await import('#client/app/screens/livestreams-screen.tsx')).LivestreamsScreen,
);
const LiveDeskScreen = lazyPart(async () => (await import('#client/app/screens/live-desk-screen.tsx')).LiveDeskScreen);

/** Routes whose feature is still to come: they answer honestly and are in no navigation. */
const NOT_OPEN = ['/InvestmentFinancing/project', '/InvestmentFinancing/invest', '/jingchat'];

/** Every path of the product. */
export function buildRoutes(stores: AppStores): RouteObject[] {
  const { session } = stores;
  const visitors = (page: React.ReactNode) => <VisitorsOnly session={session}>{page}</VisitorsOnly>;
  const staff = (page: React.ReactNode) => <StaffOnly session={session}>{page}</StaffOnly>;
  const frame = <Shell stores={stores} />;
  return [
    {
      element: <Outlet />,
      errorElement: <BrokenPage />,
      children: [
        { path: '/dashboard', element: visitors(<LandingScreen stores={stores} />) },
        { path: '/login', element: visitors(<LoginScreen stores={stores} />) },
        { path: '/forget', element: visitors(<ForgetScreen stores={stores} />) },
        {
          path: '/scan',
          element: (
            <SignedIn session={session}>
              <ScanScreen stores={stores} />
            </SignedIn>
          ),
        },
        { path: '/verifyEmail', element: <VerifyEmailScreen stores={stores} /> },
        { path: '/403', element: <ForbiddenPage /> },
        { path: '/404', element: <NotFoundPage /> },
        {
          element: <Everybody session={session}>{frame}</Everybody>,
          children: [
            { path: '/insight/:moduleInfoId/:id', element: <DetailScreen stores={stores} /> },
            {
              path: NEWS_ROUTE,
              element: <DetailScreen stores={stores} objectApiName={BINDINGS.news.object} />,
            },
            { path: '/search', element: <SearchScreen stores={stores} /> },
            { path: '/search/result', element: <SearchScreen stores={stores} /> },
            { path: '/helpCenter', element: <NotOpenPage /> },
          ],
        },
        {
          element: <MembersOnly session={session}>{frame}</MembersOnly>,
          children: [
            { path: BLANK_PATH, element: null },
            { path: '/', element: <Navigate replace to="/home" /> },
            { path: '/home', element: <HomeScreen stores={stores} /> },
            { path: `${LIST_ROOT}/*`, element: <ListScreen stores={stores} /> },
            { path: '/form/:objectApiName', element: <FormScreen stores={stores} /> },
            { path: '/form/:objectApiName/:id', element: <FormScreen stores={stores} /> },
            { path: '/identity', element: <IdentityScreen stores={stores} /> },
            { path: '/personalCenter', element: <PersonalScreen stores={stores} /> },
            { path: '/corrections', element: <CorrectionScreen stores={stores} view="mine" /> },
            { path: '/staff/identity', element: staff(<ReviewQueueScreen stores={stores} />) },
            { path: '/messageCenter', element: <MessageCenterScreen stores={stores} /> },
            { path: '/pdfViewer', element: <PdfScreen /> },
            { path: '/lives', element: <LivestreamsScreen stores={stores} /> },
            { path: '/coins', element: <CoinsScreen stores={stores} /> },
            { path: '/vip', element: <VipScreen stores={stores} /> },
            { path: '/orders', element: <MyOrdersScreen stores={stores} /> },
            { path: '/staff/codes', element: staff(<CodesScreen stores={stores} />) },
            { path: '/contacts/settings', element: <ContactSettingsScreen stores={stores} /> },
            { path: '/contacts/viewers', element: <ViewersScreen stores={stores} /> },
            { path: '/contacts/plans', element: <PlanRequestsScreen stores={stores} /> },
            { path: '/staff/white-list', element: staff(<WhiteListScreen stores={stores} />) },
            { path: '/staff/corrections', element: staff(<CorrectionScreen stores={stores} view="queue" />) },
            { path: '/staff/metadata', element: staff(<ObjectListScreen stores={stores} />) },
            { path: '/staff/metadata/:objectApiName', element: staff(<ObjectEditorScreen stores={stores} />) },
            { path: '/staff/options', element: staff(<OptionSetsScreen stores={stores} />) },
            { path: '/staff/options/:name', element: staff(<OptionSetScreen stores={stores} />) },
            { path: '/staff/audit', element: staff(<AuditScreen stores={stores} />) },
            { path: '/staff/users', element: staff(<UsersScreen stores={stores} />) },
            { path: '/staff/reports', element: staff(<ReportsScreen stores={stores} />) },
            { path: '/staff/notices', element: staff(<NoticesScreen stores={stores} />) },
            { path: '/staff/lives', element: staff(<LiveDeskScreen stores={stores} />) },
            { path: '/staff/orders', element: staff(<ListScreen stores={stores} />) },
            { path: '/staff/log', element: staff(<LogScreen stores={stores} />) },
            { path: '/staff/import', element: staff(<ImportsScreen stores={stores} />) },
            { path: '/staff/import/:id', element: staff(<ImportScreen stores={stores} />) },
            ...NOT_OPEN.map((path) => ({ path, element: <NotOpenPage /> })),
          ],
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ];
}
