import { randomBytes } from 'node:crypto';
import { createApp } from '#server/app.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { rotateKeys, type StillNeeded } from '#server/platform/keys/rotation.ts';
import { sealedKinds } from '#server/sealed-kinds.ts';
import { openServices, type Services } from '#server/services.ts';
import { KNOWN_PROOF, SentCodes } from '#tests/support/account/sent-codes.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { copyTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { openInstalledDatabase, TEST_NOW } from '#tests/support/databases/kept-databases.ts';
import { sealedObject } from '#tests/support/records/sealed-world.ts';

const SHIPPED = { objects: [...shippedObjects(), sealedObject()], optionSets: shippedOptionSets() };
const MINUTE_MS = 60_000;
const silent = (): void => undefined;

/** The product on one database while it is open with some keys. */
export interface OpenedWith {
  readonly services: Services;
  /** Signs in by a code to a phone; gives whose account it is and the cookie of the session. */
  readonly signIn: (phone: string) => Promise<{ uid: string; cookie: string }>;
  /** Whose session a cookie is; undefined for that of no one. */
  readonly whoIs: (cookie: string) => Promise<string | undefined>;
}

/** A database that is opened with one key after another; `old` is the one that it was made with. */
export class KeyWorld {
  readonly old: string;
  readonly fresh: string;
  readonly #store: Pick<TestDatabase, 'address' | 'drop'>;
  #time: number;

  private constructor(store: Pick<TestDatabase, 'address' | 'drop'>, old: string, fresh: string, time: number) {
    this.#store = store;
    this.old = old;
    this.fresh = fresh;
    this.#time = time;
  }

  static async open(): Promise<KeyWorld> {
    const store = await openInstalledDatabase();
    await store.release();
    const old = store.database.vault.copyOfSecrets();
    return new KeyWorld(store, old, randomBytes(32).toString('base64'), TEST_NOW.getTime());
  }

  /** Another database that holds the same, with the same keys and at the same time. */
  async copy(): Promise<KeyWorld> {
    return new KeyWorld(await copyTestDatabase(this.address), this.old, this.fresh, this.#time);
  }

  /** The new key before the old one, as operators set them while they rotate. */
  get both(): string {
    return `${this.fresh},${this.old}`;
  }

  get address(): TestDatabase['address'] {
    return this.#store.address;
  }

  get now(): Date {
    return new Date(this.#time);
  }

  /** Moves the clock on. */
  pass(milliseconds: number): void {
    this.#time += milliseconds;
  }

  async withDatabase<T>(secretKey: string, work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase({ ...this.#store.address, secretKey });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** Runs the product with these keys. */
  async withKeys<T>(secretKey: string, work: (opened: OpenedWith) => Promise<T>): Promise<T> {
    return this.withDatabase(secretKey, async (database) => {
      const services = await openServices(database, SHIPPED, () => this.now);
      const sent = new SentCodes();
      const app = fromOwnPage(await createApp(services, { signInLimit: 1000, providers: sent.providers }));
      const post = async (url: string, form: Record<string, string>) => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const payload = new URLSearchParams(form).toString();
        return app.inject({ method: 'POST', url, headers, payload });
      };
      try {
        return await work({
          services,
          signIn: async (phone) => {
            this.#time += 2 * MINUTE_MS;
            await post('/api/send_code/sms', { phone, type: 'login', ...KNOWN_PROOF });
            const verifyCode = await sent.codeTo(`+86${phone}`);
            const reply = await post('/api/p/passport/sign_in', { type: 'sms', phone, verifyCode });
            const { data } = reply.json<{ data: { uid: string } }>();
            return { uid: data.uid, cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' };
          },
          whoIs: async (cookie) => {
            const reply = await app.inject({ url: '/api/rong/user/profile/v2', headers: { cookie } });
            return reply.json<{ data?: { uid: string } | null }>().data?.uid;
          },
        });
      } finally {
        await app.close();
      }
    });
  }

  rotate(secretKey = this.both): Promise<StillNeeded> {
    return this.withDatabase(secretKey, async (database) =>
      rotateKeys({ database, kinds: await sealedKinds(database.db), now: this.now, progress: silent }),
    );
  }

  drop(): Promise<void> {
    return this.#store.drop();
  }
}
