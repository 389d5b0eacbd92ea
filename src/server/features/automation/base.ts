import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';

/** A value that a rule proposes for a record; staff decide. */
export interface Proposal {
  readonly objectApiName: string;
  readonly id: string;
  readonly name: string;
  readonly field: FieldDefinition;
  readonly before: unknown;
  readonly proposed: unknown;
  readonly reason: string;
}

/** What automations are made of. */
export interface AutomationDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly hints: NoticeHints;
  readonly now: () => Date;
  /** A user with the rights of this moment; undefined where the account is closed or frozen. */
  readonly memberById: (db: Db, accountId: string, now: Date) => Promise<Member | undefined>;
  /** Puts a message into the outbox of the webhooks of an account; absent where this installation sends none. */
  readonly tell?: (
    trx: Db,
    accountId: string,
    about: {
      readonly object: string;
      readonly data: Readonly<Record<string, unknown>>;
      readonly ids: readonly string[];
    },
    at: Date,
  ) => Promise<void>;
  /** Puts a value into the queue of corrections, by what it gives, in the caller's transaction. */
  readonly propose: (proposal: Proposal, owner: Member) => Promise<(trx: Db) => Promise<void>>;
  /** Receives what the owner of the process should know of. */
  readonly report: (error: unknown) => void;
  /** Called between any two steps that write; tests end the process there. */
  readonly between?: (step: string) => void;
}
