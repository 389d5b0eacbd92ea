import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Kept } from '#shared/assistant/kept.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of the assistant: see migrations/jingchat.ts. */
export interface JingchatTables {
  jingchat_conversation: {
    id: Generated<string>;
    account_id: string;
    title: string;
    created_at: Instant;
    updated_at: Instant;
    removed_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  };
  jingchat_question: {
    id: Generated<string>;
    conversation_id: string;
    question: string;
    kept: JSONColumnType<Kept>;
    asked_at: Instant;
  };
  jingchat_word: {
    id: Generated<string>;
    word: string;
    /** Empty where the question named no object. */
    object_api_name: string;
    count: number;
    first_at: Instant;
    last_at: Instant;
  };
}
