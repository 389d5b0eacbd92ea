/** What has just been done with a view, and the way back. */
export interface ViewWord {
  readonly words: string;
  /** Takes back what has just been done. */
  readonly onUndo?: () => void;
}
