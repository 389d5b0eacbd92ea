/** What the server wrote into the page under a name; undefined where it wrote nothing. */
export const pageMeta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;

/** Name of the product as the server wrote it into the page. */
export const productName = (): string => pageMeta('application-name') ?? '鲸图';

/** The one or two characters drawn as the logo. */
export const logoText = (): string => pageMeta('logo-text') ?? productName().slice(0, 1);

/** The nonce that lets our style elements through the Content-Security-Policy; undefined where there is none. */
export const styleNonce = (): string | undefined => pageMeta('csp-nonce');
