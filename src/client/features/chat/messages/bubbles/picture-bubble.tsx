import { useState } from 'react';
import type { PictureContent } from '#schemas/api/chat.ts';
import type { BubbleProps } from './bubble-props.ts';
import { pictureOf } from '#client/features/chat/messages/message-content.ts';
import { UnreadableBubble } from './unreadable-bubble.tsx';

/** Longest side of a picture in the list, and of a frame whose picture's size is not known; in pixels. */
const MOST = 220;
const LEAST = 48;
const UNKNOWN = 180;

/** The frame of a picture in pixels. It never changes, so that a picture that comes late moves nothing. */
export function pictureFrame({ width, height }: Pick<PictureContent, 'width' | 'height'>): {
  readonly width: number;
  readonly height: number;
} {
  if (width === undefined || height === undefined) return { width: UNKNOWN, height: UNKNOWN };
  const share = Math.min(1, MOST / Math.max(width, height));
  return {
    width: Math.max(LEAST, Math.round(width * share)),
    height: Math.max(LEAST, Math.round(height * share)),
  };
}

/** Type 13: a picture, which opens large. */
export function PictureBubble({ shown, onPicture }: BubbleProps) {
  const [isBroken, setBroken] = useState(false);
  const picture = pictureOf(shown.content);
  if (!picture) return <UnreadableBubble />;
  const frame = pictureFrame(picture);
  return (
    <button type="button" className="bubble bubble-picture" style={frame} aria-label="查看大图" onClick={onPicture}>
      {isBroken ? (
        <span>图片加载失败</span>
      ) : (
        <img src={picture.url} alt="" {...frame} decoding="async" onError={() => setBroken(true)} />
      )}
    </button>
  );
}
