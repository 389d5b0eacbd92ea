import type { Answered, LogSettings } from '#server/http/access-log.ts';
import type { Product } from '#server/http/client-files.ts';
import type { Providers } from '#server/platform/providers/providers.ts';
import type { HostedStorage } from '#server/platform/files/hosted-storage.ts';
import type { ObjectStore } from '#server/platform/objects/object-store.ts';
import type { SlowClientLimits } from '#server/http/slow-clients.ts';
import type { SendingOptions } from './sending.ts';

/** What an app is opened with, beside its services. */
export interface AppOptions extends SendingOptions {
  readonly logger?: LogSettings;
  /** Hears of each request once it is answered. */
  readonly measure?: ((answered: Answered) => void) | undefined;
  /** Folder of the built client and what the product is called; the API alone when absent. */
  readonly client?: { readonly folder: string; readonly product: Product };
  /** Sign-in attempts a minute from one address. */
  readonly signInLimit?: number;
  /** Staff may do nothing before they have a second factor. */
  readonly isFactorRequired?: boolean;
  /** Where browsers reach the product, e.g. `https://host`: links and QR codes lead there. See linkOrigin when absent. */
  readonly publicOrigin?: string | undefined;
  /** Senders of codes and mail, and the captcha. Absent senders reach no one; an absent captcha is our own. */
  readonly providers?: Partial<Providers>;
  /** The captcha is one that a hosted service shows by its own script: the page may load it. */
  readonly isCaptchaHosted?: boolean;
  /** Addresses or networks of our own proxies, with commas between: only they are trusted about the client address. */
  readonly trustProxy?: string | undefined;
  /** Folder of files that are uploaded to be imported; one of the machine's temporary ones when absent. */
  readonly importDir?: string;
  /** Folder of the files that people upload; as above when absent. */
  readonly uploadDir?: string;
  /** The bucket that takes the place of both. */
  readonly bucket?: ObjectStore | undefined;
  /** Where clients post files to, when it is not here: an address that takes what `uploadFile` takes. */
  readonly uploadServer?: string | undefined;
  /** The hosted storage that takes new files and gives them again; when absent, files are in the upload folder. */
  readonly hostedStorage?: HostedStorage | undefined;
  /** How slowly clients may send; SLOW_CLIENTS when absent. */
  readonly slowClients?: SlowClientLimits;
}
