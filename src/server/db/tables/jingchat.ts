import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Verdict } from '#schemas/api/jingchat-learning.ts';
import type { Kept } from '#shared/assistant/kept.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { Actor } from '#shared/policy/actor.ts';

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
  jingchat_verdict: {
    id: Generated<string>;
    question_id: string | null;
    /** Null once the account is closed. */
    account_id: string | null;
    verdict: Verdict;
    /** A value of the option set of reasons. */
    reason: string | null;
    remark: string;
    question: string;
    kept: JSONColumnType<Kept>;
    /** The plan that the question could go on from. */
    before: JSONColumnType<Plan> | null;
    asker: JSONColumnType<Pick<Actor, 'roles' | 'duties' | 'vipType'>>;
    object_api_name: string;
    plan_words: string;
    asked_at: Instant;
    at: Instant;
    closed_at: ColumnType<string | null, Date | null | undefined, Date | null>;
    closed_by: ColumnType<string | null, string | null | undefined, string | null>;
    closed_note: ColumnType<string | null, string | null | undefined, string | null>;
  };
}
