import { MESSAGE_TYPES, type MessageType } from '#schemas/api/chat.ts';
import type { Db } from '#server/db/database.ts';
import { runText } from '#server/db/prepared.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { entityNameText } from '#server/platform/parties/entity-queries.ts';

/** Characters of a text that the list shows of it, at most. */
const PREVIEW = 200;

/**
 * What the list shows of the last message `m`: a text, the name on a card, and what an exchange came to as JSON text. Of
 * a recalled message nothing is read.
 */
const PREVIEW_OF = `case when m.recalled_at is not null then null
  when m.type = ${MESSAGE_TYPES.text} then left(m.body, ${PREVIEW})
  when m.type = ${MESSAGE_TYPES.project} then left(m.body::json ->> 'name', ${PREVIEW})
  when m.type = ${MESSAGE_TYPES.exchangeResult} then (select json_build_object('kind', e.kind, 'state', e.state)::text
    from chat_exchange e where e.id = (m.body::json ->> 'exchangeId')::uuid) end`;

/** A user on a list, with the last message as it is now. */
export interface InboxRow {
  readonly peer_id: string;
  readonly rev: string;
  /** To the microsecond: no two rows of a list have the same. */
  readonly sorted: string;
  readonly pinned: boolean;
  readonly muted: boolean;
  readonly blocked: boolean;
  readonly unread: number;
  readonly read_seq: number;
  readonly peer_read_seq: number;
  readonly last_seq: number;
  readonly change_rev: number;
  readonly type: MessageType | null;
  readonly preview: string | null;
  readonly sender_id: string | null;
  readonly is_recalled: boolean;
  readonly name: string;
  readonly avatar: string | null;
  readonly roles: string[];
  readonly intro: string;
  readonly entity_name: string | null;
}

export interface InboxPage {
  readonly rows: InboxRow[];
  /** The user's revision as of the same instant. */
  readonly rev: string;
}

/** Which rows of a list: SQL over `i` (chat_inbox) beside `s`, the person's clock; `$1` is the person. */
interface Part {
  readonly from: string;
  readonly order: string;
}

/** The text of a part, made once for each name by which people are called. */
const texts = new WeakMap<Part, { readonly entity: string; readonly text: string }>();

function textOf(part: Part, entity: string): string {
  const known = texts.get(part);
  if (known?.entity === entity) return known.text;
  const text = `
    select s.rev as clock, x.* from chat_user_state s left join lateral (
      select i.peer_id, i.rev, to_char(i.sort_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sorted,
        i.pinned_at is not null as pinned, i.muted, i.blocked, i.unread, i.read_seq, i.peer_read_seq,
        c.last_seq, c.change_rev, m.type, m.sender_id, m.recalled_at is not null as is_recalled,
        ${PREVIEW_OF} as preview,
        a.name, a.avatar, a.roles, a.intro, ${entity} as entity_name
      from (${part.from}) i
        join chat_conversation c on c.id = i.conversation_id
        join account a on a.id = i.peer_id
        left join chat_message m on m.conversation_id = i.conversation_id and m.seq = c.last_seq
    ) x on true
    where s.user_id = $1::bigint order by ${part.order}`;
  texts.set(part, { entity, text });
  return text;
}

/** A part of one person's list with all that is shown of it, in one statement. */
async function inboxPage(db: Db, catalog: Catalog, part: Part, values: readonly unknown[]): Promise<InboxPage> {
  const text = textOf(part, entityNameText(db, catalog));
  const rows = await runText<InboxRow & { clock: string; peer_id: string | null }>(db, text, values);
  return { rows: rows.filter(({ peer_id }) => peer_id !== null), rev: rows[0]?.clock ?? '0' };
}

const CHANGED: Part = {
  from: `select * from chat_inbox where user_id = s.user_id
    and rev > case when $2::bigint > s.rev then 0 else $2::bigint end order by rev limit $3::integer`,
  order: 'x.rev',
};

/** What changed since a cursor, the earliest change first. A cursor of the future, as after a restore, starts over. */
export const changedInbox = (db: Db, catalog: Catalog, me: string, since: string, limit: number): Promise<InboxPage> =>
  inboxPage(db, catalog, CHANGED, [me, since, limit]);

const NEWEST_FIRST = 'x.pinned desc, x.sorted desc';

// Each of the two is read off its index; what follows the page is never read.
const AT_PLACE: Part = {
  from: `select * from (
      (select * from chat_inbox where user_id = s.user_id and pinned_at is not null
        order by sort_at desc limit $2::integer + $3::integer)
      union all
      (select * from chat_inbox where user_id = s.user_id and pinned_at is null
        order by sort_at desc limit $2::integer + $3::integer)
    ) both_parts order by (pinned_at is not null) desc, sort_at desc offset $2::integer limit $3::integer`,
  order: NEWEST_FIRST,
};

/** A page by its place in the whole list. */
export const inboxAt = (
  db: Db,
  catalog: Catalog,
  me: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<InboxPage> => inboxPage(db, catalog, AT_PLACE, [me, offset, limit]);

const IS_AMONG_PINNED = `exists (select from chat_inbox p where p.user_id = s.user_id
  and p.pinned_at is not null and p.sort_at = $2::timestamptz)`;
const AFTER_ROW: Part = {
  from: `select * from (
      (select * from chat_inbox where user_id = s.user_id and pinned_at is not null
        and sort_at < $2::timestamptz and ${IS_AMONG_PINNED} order by sort_at desc limit $3::integer)
      union all
      (select * from chat_inbox where user_id = s.user_id and pinned_at is null
        and (sort_at < $2::timestamptz or ${IS_AMONG_PINNED}) order by sort_at desc limit $3::integer)
    ) both_parts order by (pinned_at is not null) desc, sort_at desc limit $3::integer`,
  order: NEWEST_FIRST,
};

/** The page after the row that is sorted by an instant (text, to the microsecond). */
export const inboxAfter = (
  db: Db,
  catalog: Catalog,
  me: string,
  { sorted, limit }: { sorted: string; limit: number },
): Promise<InboxPage> => inboxPage(db, catalog, AFTER_ROW, [me, sorted, limit]);
