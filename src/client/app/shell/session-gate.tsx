import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import type { Action } from '#schemas/api/actions.ts';
import type { SessionStore } from '#client/features/account/session/session-store.ts';
import { factorPath, landingPath, loginPath, redirectTarget } from '#client/lib/router.ts';
import { ForbiddenPage } from '#client/app/base/status-page.tsx';
import { isWhiteListed } from '#client/app/base/white-list.ts';

interface GateProps {
  readonly session: SessionStore;
  readonly children: ReactNode;
}

/**
 * Leads to another path, at each change: a user who goes back before the other page has come is led there again, although this
 * is still what was on screen.
 */
function Elsewhere({ to }: { readonly to: string }) {
  const { key } = useLocation();
  return <Navigate key={key} replace to={to} />;
}

/**
 * Lets signed-in users in; others go to the landing page, or to login when their session ended here. Both keep the way
 * to this page, except for a user who signed out on it: nothing should lead the next user of this screen back there.
 */
export const MembersOnly = observer(function MembersOnly({ session, children }: GateProps) {
  const { pathname, search } = useLocation();
  const [wasSignedIn, setSignedIn] = useState(session.isSignedIn);
  if (session.isSignedIn && !wasSignedIn) setSignedIn(true);
  if (session.status === 'unknown') return null;
  if (session.isSignedIn) return children;
  const path = pathname + search;
  if (session.status === 'lacksFactor') return <Elsewhere to={factorPath(path)} />;
  return <Elsewhere to={session.status === 'expired' ? loginPath(path) : landingPath(wasSignedIn ? null : path)} />;
});

/** Lets signed-in people in; others sign in first and come back. */
export const SignedIn = observer(function SignedIn({ session, children }: GateProps) {
  const { pathname, search } = useLocation();
  if (session.status === 'unknown') return null;
  if (session.status === 'lacksFactor') return <Elsewhere to={factorPath(pathname + search)} />;
  return session.isSignedIn ? children : <Elsewhere to={loginPath(pathname + search)} />;
});

/** Lets everybody in until the server refuses; then white-listed screens stay and others go to login. */
export const Everybody = observer(function Everybody({ session, children }: GateProps) {
  const { pathname, search } = useLocation();
  if (session.status === 'unknown') return null;
  if (session.status === 'expired' && !isWhiteListed(pathname)) return <Elsewhere to={loginPath(pathname + search)} />;
  return children;
});

/** For people who are not signed in; the others go where they wanted to. */
export const VisitorsOnly = observer(function VisitorsOnly({ session, children }: GateProps) {
  const [query] = useSearchParams();
  if (session.status === 'unknown') return null;
  if (session.status === 'lacksFactor') return <Elsewhere to={factorPath(query.get('redirect'))} />;
  if (session.isSignedIn) return <Elsewhere to={redirectTarget(query.get('redirect'), window.location.origin)} />;
  return children;
});

/** For staff who have yet to set up a second factor; others go where they wanted to, or to the login. */
export const LackingFactor = observer(function LackingFactor({ session, children }: GateProps) {
  const [query] = useSearchParams();
  const redirect = query.get('redirect');
  if (session.status === 'unknown') return null;
  if (session.status === 'lacksFactor') return children;
  return (
    <Elsewhere
      to={session.isSignedIn ? redirectTarget(redirect, window.location.origin) : loginPath(redirect ?? '/')}
    />
  );
});

/** For staff who may do what the page is for; to others it is closed. */
export const StaffOnly = observer(function StaffOnly({
  session,
  action,
  children,
}: GateProps & { readonly action: Action }) {
  return session.may(action) ? children : <ForbiddenPage />;
});
