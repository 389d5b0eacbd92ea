import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import { pictureOf } from './message-content.ts';
import type { ShownMessage } from './shown-message.ts';

/** A picture of a conversation at its full size. */
export interface GalleryPicture {
  /** Key of its message. */
  readonly key: string;
  readonly src: string;
  readonly width?: number;
  readonly height?: number;
}

/** The pictures of a conversation in its order, without those that were taken back. */
export function picturesOf(messages: readonly ShownMessage[]): GalleryPicture[] {
  return messages.flatMap(({ key, type, beBack, content }) => {
    const picture = type === MESSAGE_TYPES.picture && !beBack ? pictureOf(content) : undefined;
    if (!picture) return [];
    const { sourceUrl, width, height } = picture;
    return [{ key, src: sourceUrl, ...(width !== undefined && height !== undefined && { width, height }) }];
  });
}
