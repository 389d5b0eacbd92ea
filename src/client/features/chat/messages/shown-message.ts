import type { ChatMessage, MessageType } from '#schemas/api/chat.ts';

/**
 * The state of a message. `unconfirmed`: it left and no answer came, or there is no network; it is tried again by itself.
 * `failed`: the server refused it, and nothing happens until the person asks for it.
 */
export type MessageState = 'sending' | 'sent' | 'read' | 'failed' | 'unconfirmed';

/** One bubble. */
export interface ShownMessage {
  /** Stays the same from the moment of sending on, so that a confirmation never mounts the bubble again. */
  readonly key: string;
  /** Absent until the server has stored it. */
  readonly message?: ChatMessage;
  readonly state: MessageState;
  /** Why it failed, in words. */
  readonly reason?: string;
  /** The reason is a warning (codes 104 and 105), not an error. */
  readonly warning?: boolean;
  readonly type: MessageType;
  /** As `ChatMessage.content`; a picture of one's own has the address of its local copy in `url`. */
  readonly content: string;
  readonly sent: boolean;
  /** ISO 8601. */
  readonly timeStamp: string;
  readonly beBack: boolean;
  /** The result of an exchange whose card is in sight: one line says it. */
  readonly isEvent?: true;
}
