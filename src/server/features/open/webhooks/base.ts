import type { Member } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import type { Services } from '#server/services.ts';
import type { Outbound } from './outbound/post.ts';

/** What reads changes and sends messages is made of. */
export interface WebhookDeps extends Pick<Services, 'catalog' | 'reader' | 'now'> {
  readonly database: Database;
  readonly hints: NoticeHints;
  readonly outbound: Outbound;
  /** A user with the rights of this moment; undefined where the account is closed or frozen. */
  readonly memberOf: (accountId: string) => Promise<Member | undefined>;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Receives what the owner of the process should know of. */
  readonly report: (error: unknown) => void;
}

/** Where the secrets of an account are sealed. */
export const secretPlace = (accountId: string): string => `webhook.secret:${accountId}`;

/** Words for why nothing is sent, as the owner reads them. */
export const OFF = {
  byOwner: '已由您停用',
  failing: '多次发送失败，已自动停用',
  gone: '对方回答 410，已自动停用',
} as const;
