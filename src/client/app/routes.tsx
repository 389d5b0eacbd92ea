import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import type { SessionStore } from '#client/features/session/session-store.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { BLANK_PATH } from '#client/lib/router.ts';
import { DetailScreen, HomeScreen, ListScreen } from './screens.tsx';
import { Everybody, MembersOnly, VisitorsOnly } from './session-gate.tsx';
import { Shell } from './shell.tsx';
import { BrokenPage, ForbiddenPage, NotFoundPage, NotOpenPage } from './status-page.tsx';
import type { AppStores } from './stores.ts';

const LoginPage = lazy(async () => ({ default: (await import('#client/features/session/login-page.tsx')).LoginPage }));

const LandingPage = lazy(async () => ({ default: (await import('./landing-page.tsx')).LandingPage }));
const FormScreen = lazy(async () => ({ default: (await import('./form-screen.tsx')).FormScreen }));

const Login = observer(function Login({ session }: { readonly session: SessionStore }) {
  usePageTitle('登录');
  return <LoginPage session={session} notice={session.endedBecause} />;
});

/** Routes whose feature is still to come: they answer honestly and are in no navigation. */
const NOT_OPEN = [
  '/InvestmentFinancing/project',
  '/InvestmentFinancing/invest',
  '/jingchat',
  '/personalCenter',
  '/messageCenter',
  '/pdfViewer',
];

/** Every path of the product. */
export function buildRoutes(stores: AppStores): RouteObject[] {
  const { session } = stores;
  const visitors = (page: React.ReactNode) => <VisitorsOnly session={session}>{page}</VisitorsOnly>;
  const frame = <Shell stores={stores} />;
  return [
    {
      element: (
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      ),
      errorElement: <BrokenPage />,
      children: [
        { path: '/dashboard', element: visitors(<LandingPage />) },
        { path: '/login', element: visitors(<Login session={session} />) },
        { path: '/forget', element: visitors(<NotOpenPage />) },
        { path: '/403', element: <ForbiddenPage /> },
        { path: '/404', element: <NotFoundPage /> },
        { path: '/search/*', element: <NotOpenPage /> },
        {
          element: <Everybody session={session}>{frame}</Everybody>,
          children: [
            { path: '/insight/:moduleInfoId/:id', element: <DetailScreen stores={stores} /> },
            {
              path: '/news/InsightNews/details/:id',
              element: <DetailScreen stores={stores} objectApiName="InsightNews" />,
            },
            { path: '/helpCenter', element: <NotOpenPage /> },
          ],
        },
        {
          element: <MembersOnly session={session}>{frame}</MembersOnly>,
          children: [
            { path: BLANK_PATH, element: null },
            { path: '/', element: <Navigate replace to="/home" /> },
            { path: '/home', element: <HomeScreen stores={stores} /> },
            { path: '/data/*', element: <ListScreen stores={stores} /> },
            { path: '/form/:objectApiName', element: <FormScreen stores={stores} /> },
            { path: '/form/:objectApiName/:id', element: <FormScreen stores={stores} /> },
            ...NOT_OPEN.map((path) => ({ path, element: <NotOpenPage /> })),
          ],
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ];
}
