import type { BubbleActions } from './bubble-actions.ts';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';

/** What every bubble is given. */
export interface BubbleProps {
  /** `sent` says whose it is; its content is read by the bubble of its type. */
  readonly shown: ShownMessage;
  readonly actions: BubbleActions;
  /** Shows the picture of this bubble large. */
  readonly onPicture: () => void;
}
