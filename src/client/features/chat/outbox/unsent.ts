const keyOf = (uid: string) => `jingtu.unsent.${uid}`;

/** Did this person leave messages behind that are still to be sent? Known without loading the room. */
export function hasUnsent(storage: Pick<Storage, 'getItem'>, uid: string): boolean {
  try {
    return storage.getItem(keyOf(uid)) !== null;
  } catch {
    return false;
  }
}

/** Remembers whether there is anything to be sent. */
export function rememberUnsent(storage: Pick<Storage, 'setItem' | 'removeItem'>, uid: string, isThere: boolean): void {
  try {
    if (isThere) storage.setItem(keyOf(uid), '1');
    else storage.removeItem(keyOf(uid));
  } catch {
    // It is sent when the room opens the next time.
  }
}
