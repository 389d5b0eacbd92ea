import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutboxItem } from './outbox-item.ts';

/** Where messages wait for their confirmation. */
export interface OutboxStorage {
  /** Other tabs see the same. */
  readonly isShared: boolean;
  readonly all: () => Promise<readonly OutboxItem[]>;
  readonly put: (item: OutboxItem) => Promise<void>;
  readonly remove: (clientId: string) => Promise<void>;
  readonly close: () => void;
}

interface Schema extends DBSchema {
  readonly messages: { readonly key: string; readonly value: OutboxItem };
}

const STORE = 'messages';

/** A database for each account: the next user of the browser never opens this one. */
const nameOf = (uid: string) => `jingtu.outbox.${uid}`;

/** The storage of one account; the page's memory where the browser keeps nothing. */
export async function openOutbox(uid: string, hasDatabase: boolean): Promise<OutboxStorage> {
  if (!hasDatabase) return memoryStorage();
  try {
    return databaseStorage(
      await openDB<Schema>(nameOf(uid), 1, {
        upgrade: (database) => void database.createObjectStore(STORE, { keyPath: 'clientId' }),
      }),
    );
  } catch {
    return memoryStorage();
  }
}

function databaseStorage(database: IDBPDatabase<Schema>): OutboxStorage {
  return {
    isShared: true,
    all: () => database.getAll(STORE),
    put: async (item) => void (await database.put(STORE, item)),
    remove: (clientId) => database.delete(STORE, clientId),
    close: () => database.close(),
  };
}

function memoryStorage(): OutboxStorage {
  const items = new Map<string, OutboxItem>();
  return {
    isShared: false,
    all: async () => [...items.values()],
    put: async (item) => void items.set(item.clientId, item),
    remove: async (clientId) => void items.delete(clientId),
    close: () => undefined,
  };
}
