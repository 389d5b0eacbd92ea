import { BINDINGS } from '#schemas/bindings.ts';
import { detailPath } from '#client/lib/router.ts';

/** Objects whose detail pages stay open (SPEC §2): large transactions and research reports are among them. */
const STAYING = [BINDINGS.project, BINDINGS.investor, BINDINGS.transaction, BINDINGS.report].map(({ object }) =>
  detailPath(object, ''),
);

/** Other screens that stay open. A shared search shows its results without a session. */
const WHITE_LIST: readonly RegExp[] = [
  /^\/login$/,
  /^\/forget$/,
  /^\/dashboard$/,
  /^\/news\//,
  /^\/album\//,
  /^\/helpCenter(\/|$)/,
  /^\/search(\/|$)/,
];

/** True for a path that is shown, as far as it can be, when authentication fails: no user is sent to the login from it. */
export const isWhiteListed = (pathname: string): boolean =>
  STAYING.some((path) => pathname.startsWith(path)) || WHITE_LIST.some((pattern) => pattern.test(pathname));
