import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { PLAIN_MATCH, writeMatch } from '#shared/matching/match-address.ts';

/** What the helper needs of the router. */
export interface Navigator {
  readonly location: { readonly pathname: string; readonly search: string };
  readonly navigate: (to: string, options?: { replace?: boolean; flushSync?: boolean }) => Promise<void>;
}

/** An empty screen, passed through to mount a page afresh. */
export const BLANK_PATH = '/blank';

/**
 * Goes to a path of ours. When it is the one already open, the page is replaced by an empty one and opened again, so
 * that it starts afresh and Back does not need two presses.
 */
export async function goTo(router: Navigator, path: string): Promise<void> {
  const { pathname, search } = router.location;
  if (path !== pathname + search) return router.navigate(path);
  // On screen at once: put off, as navigations otherwise are, it would be passed over on the way to the same page.
  await router.navigate(BLANK_PATH, { replace: true, flushSync: true });
  return router.navigate(path, { replace: true });
}

/** The address of a path of ours, for links and new tabs. */
export const hashAddress = (path: string): string => `#${path}`;

/** Opens a path of ours in a new tab. */
export function openInNewTab(path: string): void {
  window.open(hashAddress(path), '_blank', 'noopener');
}

const NEWS = BINDINGS.news.object;
/** The route of the detail page of news, with its parameter. */
export const NEWS_ROUTE = `/news/${NEWS}/details/:id`;

/** The detail page of a record. News have a path of their own. */
export const detailPath = (objectApiName: string, id: string): string =>
  objectApiName === NEWS ? NEWS_ROUTE.replace(':id', id) : `/insight/${objectApiName}/${id}`;

/** The detail page of a record of the own company, as others see it. */
export const previewPath = (objectApiName: string, id: string, as: Viewpoint): string =>
  `${detailPath(objectApiName, id)}?as=${as}`;

export const ALBUM_ROOT = '/album';
/** The page of the album of a record. */
export const albumPath = (objectApiName: string, id: string): string => `${ALBUM_ROOT}/${objectApiName}/${id}`;

/** The detail page of a company. */
export const companyPath = (id: string): string => detailPath(BINDINGS.company.object, id);

/** The page on fast financing where no service outside of the product is configured, with where the user comes from. */
export const fastFinancingPath = (channel: 'chat' | 'contact_limit'): string =>
  `/helpCenter/fast-financing?channel=${channel}`;

/** Institutions that fit a project. */
export const matchingPath = (projectId: string): string =>
  `/InvestmentFinancing/invest?page=org&r=${writeMatch({ ...PLAIN_MATCH, subject: { kind: 'project', id: projectId } })}`;

/** Projects that fit an investor, by a mandate where one is named. */
export const projectsPath = (mandateId?: string): string => {
  const subject = mandateId === undefined ? undefined : ({ kind: 'mandate', id: mandateId } as const);
  return `/InvestmentFinancing/project?r=${writeMatch({ ...PLAIN_MATCH, subject })}`;
};

/** The form that creates a record, or changes one when its id is given. */
export const formPath = (objectApiName: string, id?: string): string =>
  id === undefined ? `/form/${objectApiName}` : `/form/${objectApiName}/${id}`;

/** Where a file is read: a PDF of this host on a page of ours, everything else by the browser itself. */
export function readingAddress(url: string, name: string): string {
  if (!url.startsWith('/files/') || !name.toLowerCase().endsWith('.pdf')) return url;
  return hashAddress(`/pdfViewer?${new URLSearchParams({ url, name }).toString()}`);
}

const HOME_PATH = '/home';
const LANDING_PATH = '/dashboard';

/** A path on the way through sign-in that keeps where the user wants to go; the path alone where that is not known. */
export function withRedirect(path: string, redirect: string | null): string {
  if (redirect === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(redirect)}`;
}

/** The login page that leads back to a path of ours. */
export const loginPath = (path: string): string => withRedirect('/login', path);

/** Where staff set up the second factor that is asked of them, leading on to a path of ours. */
export const factorPath = (path: string | null): string => withRedirect('/secondFactor', path);

/** The login page where a phone number without an account becomes one, leading on to a path of ours. */
export const registerPath = (path: string): string => withRedirect('/login?tab=sms', path);

/** The landing page, whose links for sign-in lead on to `wanted`. Home needs no mention: sign-in leads there anyway. */
export const landingPath = (wanted: string | null): string =>
  withRedirect(LANDING_PATH, wanted === '/' || wanted === HOME_PATH || wanted === BLANK_PATH ? null : wanted);

/**
 * Where to go after login: the wanted place when it is a path of ours or an address at our own origin, else home.
 * `origin` is like `https://host`.
 */
export function redirectTarget(wanted: string | null, origin: string): string {
  if (!wanted) return HOME_PATH;
  const path = wanted.startsWith(`${origin}/`) ? (wanted.split('#')[1] ?? HOME_PATH) : wanted;
  // Browsers read a backslash as a slash, so `/\host` would leave our origin as `//host` does.
  return /^\/(?![/\\])/.test(path) && !path.includes('\\') ? path : HOME_PATH;
}
