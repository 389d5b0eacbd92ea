import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { newestCursor, readChanges, type RecordChange } from '#server/core/changes/read-changes.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import { whatBecame } from '#server/features/open/following/what-became.ts';
import type { WebhookDeps } from './base.ts';
import { turnOff } from './off.ts';
import {
  type FollowingHook,
  followingHooks,
  insertMessages,
  moveReader,
  type NewMessage,
  readerCursor,
} from './outbox-queries.ts';
import { followedBy, unfitWords } from './rights.ts';

/** Entries of the log that are read at once, and changes of one message. */
const ENTRIES = 1000;
const CHANGES_OF_ONE = 100;

/**
 * Reads the change log on and puts what webhooks follow into the outbox. The messages and how far it has come are one
 * transaction: of several processes that read the same page one writes it.
 */
export async function readOn(deps: WebhookDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await readPage(deps)));
}

async function readPage(deps: WebhookDeps): Promise<boolean> {
  const { db } = deps.database;
  const cursor = await readerCursor(db);
  if (cursor === undefined) return false;
  const page = await changesBehind(deps, cursor);
  if (!page || page.changes.length === 0) return false;
  // Asked behind the page: a webhook that was there before one of its changes is among them.
  const hooks = await followingHooks(db);
  const messages = await messagesOf(deps, page.changes, hooks);
  const isMoved = await db.transaction().execute(async (trx) => {
    if (!(await moveReader(trx, cursor, page.cursor))) return false;
    await insertMessages(trx, messages, deps.now());
    return true;
  });
  return isMoved && page.more;
}

async function changesBehind({ database: { db }, report }: WebhookDeps, cursor: string) {
  try {
    return await readChanges(db, cursor, ENTRIES);
  } catch (error) {
    if (!(error instanceof Failure) || error.failure !== 'CHANGES_EXPIRED') throw error;
    // What was missed is found by who follows with a token, which is no longer good either.
    report(error);
    await moveReader(db, cursor, await newestCursor(db));
    return undefined;
  }
}

async function messagesOf(
  deps: WebhookDeps,
  changes: readonly RecordChange[],
  hooks: readonly FollowingHook[],
): Promise<NewMessage[]> {
  const byObject = Map.groupBy(changes, ({ objectApiName }) => objectApiName);
  const members = new Map<string, Promise<Member | undefined>>();
  const messages: NewMessage[] = [];
  for (const hook of hooks) {
    const all = byObject.get(hook.object_api_name) ?? [];
    const some = hook.derived ? all : all.filter(({ derived }) => !derived);
    if (some.length === 0) continue;
    const asked = members.get(hook.account_id) ?? deps.memberOf(hook.account_id);
    members.set(hook.account_id, asked);
    const member = await asked;
    if (member) messages.push(...(await messagesFor(deps, hook, member, some)));
  }
  return messages;
}

async function messagesFor(
  deps: WebhookDeps,
  hook: FollowingHook,
  member: Member,
  changes: readonly RecordChange[],
): Promise<NewMessage[]> {
  const { catalog, reader, database, now, hints } = deps;
  try {
    const followed = followedBy(catalog, member, hook.object_api_name, hook.filter);
    if (!followed) return [];
    const { object, filter, compared } = followed;
    const { owner, scope } = listAccess(object, member, now(), catalog);
    const ids = changes.map(({ id }) => id);
    const there = await reader.ids(object, { ids, owner, filter }, scope);
    const became = await whatBecame(database.db, object, compared, changes, there);
    return Array.from({ length: Math.ceil(became.length / CHANGES_OF_ONE) }, (_, at) => ({
      webhookId: hook.id,
      event: 'record.changed',
      object: object.apiName,
      data: { object: object.apiName, changes: became.slice(at * CHANGES_OF_ONE, (at + 1) * CHANGES_OF_ONE) },
    }));
  } catch (error) {
    const why = unfitWords(error);
    const about = { id: hook.id, accountId: hook.account_id, name: hook.name };
    const isNew = await database.db.transaction().execute((trx) => turnOff(trx, about, why, now()));
    if (isNew) hints.announceNotice(hook.account_id);
    return [];
  }
}
