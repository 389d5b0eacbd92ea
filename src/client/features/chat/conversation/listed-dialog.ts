import type { DialogStore } from './dialog-store.ts';

/** What the list of messages needs of a conversation. */
export type ListedDialog = Pick<
  DialogStore,
  | 'uid'
  | 'messages'
  | 'total'
  | 'isLoading'
  | 'isLoadingOlder'
  | 'failure'
  | 'hasOlder'
  | 'readSeq'
  | 'hasNewer'
  | 'newCount'
  | 'revealed'
  | 'found'
  | 'revealDone'
  | 'load'
  | 'loadOlder'
  | 'showLatest'
  | 'atBottom'
  | 'seen'
  | 'retry'
  | 'discard'
  | 'recall'
>;

/** What the composer needs of a conversation. */
export type ComposedDialog = Pick<
  DialogStore,
  'uid' | 'draft' | 'tip' | 'failure' | 'send' | 'sendPicture' | 'keepDraft' | 'dismissTip' | 'dismissFailure'
>;
