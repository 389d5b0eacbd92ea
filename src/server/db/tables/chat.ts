import type { ColumnType, Generated } from 'kysely';
import type { ExchangeState, MessageType } from '#schemas/api/chat.ts';
import type { ExchangeKind } from '#schemas/api/chat-exchange.ts';
import type { FeedType, NoticeAudience } from '#schemas/api/notices.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of conversations and notices. What writes to conversations is in repeatable/chat.sql. */
export interface ChatTables {
  chat_conversation: {
    id: Generated<string>;
    /** The lower id of the two. */
    user_a: string;
    user_b: string;
    opened_by: string;
    last_seq: Generated<number>;
    change_rev: Generated<number>;
    spoke_a: Generated<boolean>;
    spoke_b: Generated<boolean>;
    unanswered: Generated<number>;
    created_at: Instant;
  };
  chat_message: {
    conversation_id: string;
    seq: number;
    sender_id: string;
    client_id: string;
    type: MessageType;
    body: string;
    /** Counts as unread until the other has read it. */
    counts: boolean;
    created_at: Instant;
    recalled_at: Instant | null;
    change_rev: number | null;
    /** True when the sender's setting sent it, not the sender. */
    auto: Generated<boolean>;
  };
  chat_inbox: {
    user_id: string;
    conversation_id: string;
    peer_id: string;
    read_seq: Generated<number>;
    peer_read_seq: Generated<number>;
    unread: Generated<number>;
    pinned_at: Instant | null;
    muted: Generated<boolean>;
    blocked: Generated<boolean>;
    sort_at: Instant;
    rev: string;
  };
  chat_user_state: {
    user_id: string;
    rev: Generated<string>;
    day: string | null;
    opened: Generated<number>;
    exchanged: Generated<number>;
  };
  chat_setting: {
    account_id: string;
    auto_reply: Generated<string>;
    auto_reply_on: Generated<boolean>;
    quiet: Generated<boolean>;
    updated_at: Instant;
  };
  chat_exchange: {
    id: string;
    conversation_id: string;
    kind: ExchangeKind;
    requester_id: string;
    responder_id: string;
    state: ExchangeState;
    request_seq: number;
    company_id: string | null;
    created_at: Instant;
    expires_at: Instant;
    decided_at: Instant | null;
  };
  /** Contact values that were exchanged, as they were on that day; sealed. */
  chat_grant: {
    viewer_id: string;
    owner_id: string;
    kind: 'PHONE' | 'WEIXIN';
    sealed: string;
    granted_at: Instant;
    exchange_id: string;
  };
  chat_delivery: {
    conversation_id: string;
    company_id: string;
    from_id: string;
    to_id: string;
    delivered_at: Instant;
  };
  notice: {
    id: Generated<string>;
    type: FeedType;
    message_type: Generated<number>;
    audience: NoticeAudience;
    account_id: string | null;
    kinds: Generated<string[]>;
    title: string;
    body: string;
    link: string | null;
    key: string;
    created_by: string | null;
    created_at: Instant;
    withdrawn_at: Instant | null;
    /** How many users have had it on screen; counted of notices of staff alone. */
    readers: Generated<number>;
  };
  notice_cursor: { account_id: string; type: FeedType; read_id: string };
  project_interest: {
    id: string;
    founder_id: string;
    investor_id: string;
    ccids: string[];
    first_at: Instant;
    last_at: Instant;
    read_at: Instant | null;
  };
}
