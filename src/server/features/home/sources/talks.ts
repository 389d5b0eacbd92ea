import { isMember, type Member } from '#shared/policy/actor.ts';
import type { HomeSource } from '#server/features/home/base/block.ts';

/** A conversation whose last message is the other user's. */
export interface Unanswered {
  readonly uid: string;
  readonly name: string;
  /** The last message in short; null where it is not a text. */
  readonly preview: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** The user has not read it yet. */
  readonly isUnread: boolean;
}

/** Conversations that wait for an answer of the user. */
export const talksSource =
  (unanswered: (actor: Member) => Promise<readonly Unanswered[]>): HomeSource =>
  async ({ actor }) => {
    if (!isMember(actor)) return undefined;
    const talks = await unanswered(actor);
    if (talks.length === 0) return { isEmpty: true };
    const entries = talks.map(({ uid, name, preview, at, isUnread }) => ({
      title: name,
      words: `${isUnread ? '未读' : '待回复'}${preview === null ? '' : `：${preview}`}`,
      at,
      path: null,
      uid,
    }));
    return { content: { kind: 'entries', entries } };
  };
