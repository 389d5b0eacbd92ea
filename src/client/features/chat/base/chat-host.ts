/** What of the browser the room needs, so that tests can be one. */
export interface ChatHost {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
  /** There is IndexedDB. */
  readonly hasDatabase: boolean;
  /** Absent where the page is not in a secure context. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openChannel: ((name: string) => BroadcastChannel) | undefined;
  readonly isOnline: () => boolean;
  readonly isVisible: () => boolean;
  /** Calls back when the network comes or goes, until the returned function is called. */
  readonly onNetwork: (changed: () => void) => () => void;
  /** An address for a file that has not been uploaded, until it is given back. */
  readonly previews: { readonly open: (file: Blob) => string; readonly close: (address: string) => void };
  /** Width and height of a picture in pixels; undefined when the browser cannot read it. */
  readonly measure: (file: Blob) => Promise<{ readonly width: number; readonly height: number } | undefined>;
  /** A fresh UUID. */
  readonly newKey: () => string;
}
