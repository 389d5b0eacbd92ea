import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import type { SessionStore } from '#client/features/session/session-store.ts';
import { loginPath, redirectTarget } from '#client/lib/router.ts';
import { isWhiteListed } from './white-list.ts';

interface GateProps {
  readonly session: SessionStore;
  readonly children: ReactNode;
}

/** Lets signed-in people in; others go to the landing page, or to login when their session ended here. */
export const MembersOnly = observer(function MembersOnly({ session, children }: GateProps) {
  const { pathname, search } = useLocation();
  if (session.status === 'unknown') return null;
  if (session.isSignedIn) return children;
  return <Navigate replace to={session.status === 'expired' ? loginPath(pathname + search) : '/dashboard'} />;
});

/** Lets everybody in until the server refuses; then white-listed screens stay and others go to login. */
export const Everybody = observer(function Everybody({ session, children }: GateProps) {
  const { pathname, search } = useLocation();
  if (session.status === 'unknown') return null;
  if (session.status === 'expired' && !isWhiteListed(pathname))
    return <Navigate replace to={loginPath(pathname + search)} />;
  return children;
});

/** For people who are not signed in; the others go where they wanted to. */
export const VisitorsOnly = observer(function VisitorsOnly({ session, children }: GateProps) {
  const [query] = useSearchParams();
  if (session.status === 'unknown') return null;
  if (session.isSignedIn)
    return <Navigate replace to={redirectTarget(query.get('redirect'), window.location.origin)} />;
  return children;
});
