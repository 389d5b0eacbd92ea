import type { Api, Uploads } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import type { EventStream } from '#client/lib/events.ts';
import type { ChatHost } from '#client/features/chat/base/chat-host.ts';

/** What the room needs from outside. In a browser: `{ api, uploads: new HttpApi(), clock: browserClock, events, host: browserChatHost(), now, roles }`. */
export interface ChatDeps {
  readonly api: Api;
  /** Files travel past the guarded api. */
  readonly uploads: Uploads;
  readonly clock: Clock;
  readonly events: Pick<EventStream, 'subscribe'>;
  readonly host: ChatHost;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** identityRoles of the signed-in person. */
  readonly roles: () => readonly string[];
  /** The unread count is to be read again: something was read here. */
  readonly unreadChanged?: () => void;
}
