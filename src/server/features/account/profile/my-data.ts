import type { RecordReply } from '#schemas/api/records.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Database, Db } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import { emailPlace } from '#server/platform/accounts/email.ts';
import { byOwner } from '#server/platform/accounts/owner-action.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { accountOf, idsOfOwn, traces } from './queries.ts';

export interface MyDataDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly readRecord: (objectApiName: string, id: string, actor: Member) => Promise<RecordReply>;
  readonly now: () => Date;
  /** What other features keep of a person, by the name it has in the file. */
  readonly copies: Readonly<Record<string, (db: Db, accountId: string) => Promise<unknown>>>;
}

/** Records of one object that go into a copy at most. */
const MOST_RECORDS = 1000;

/** The copy of what is kept about a person, for that person. */
export class MyData {
  readonly #deps: MyDataDeps;

  constructor(deps: MyDataDeps) {
    this.#deps = deps;
  }

  /** Writes into the audit log that the copy was taken: it holds what the screens show masked. */
  async note(actor: Member): Promise<void> {
    const { database, now } = this.#deps;
    const entry = { ...byOwner(actor.id), action: 'account.copied' };
    await database.db.transaction().execute((trx) => writeAudit(trx, entry, now()));
  }

  /** The file: its name and its text, indented JSON. */
  async of(actor: Member): Promise<{ readonly name: string; readonly text: string }> {
    const { database, now, copies } = this.#deps;
    const id = actor.id;
    const others: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(copies)) others[name] = await read(database.db, id);
    const data = {
      preparedAt: now().toISOString(),
      account: await this.#account(id),
      records: await this.#records(actor),
      ...(await traces(database.db, id)),
      ...others,
    };
    return { name: `my-data-${shanghaiDay(now()).replaceAll('-', '')}.json`, text: JSON.stringify(data, null, 2) };
  }

  async #account(id: string) {
    const { db, vault } = this.#deps.database;
    const row = await accountOf(db, id);
    if (!row) throw new Failure('SESSION_INVALID');
    const { phone_sealed: phone, email_sealed: email, ...open } = row;
    return {
      ...open,
      phone: phone === null ? null : vault.open(phone, phonePlace(id)),
      email: email === null ? null : vault.open(email, emailPlace(id)),
    };
  }

  /** By object, each as its owner may read it. */
  async #records(actor: Member) {
    const { catalog, database, readRecord } = this.#deps;
    const records: Record<string, unknown[]> = {};
    for (const object of catalog.storedObjects.filter(({ definition }) => definition.access.detail === 'owner')) {
      const ids = await idsOfOwn(database.db, object, actor.id, MOST_RECORDS);
      const replies: unknown[] = [];
      for (const id of ids) {
        // What was written for a company that one speaks for no longer is the company's alone.
        const reply = await readRecord(object.apiName, id, actor).catch(unlessNotTheirs);
        if (reply) replies.push(reply.record);
      }
      if (replies.length > 0) records[object.apiName] = replies;
    }
    return records;
  }
}

function unlessNotTheirs(error: unknown): undefined {
  if (error instanceof Failure && error.failure === 'UNKNOWN_RECORD') return undefined;
  throw error;
}
