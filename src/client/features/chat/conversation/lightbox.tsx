import type { KeyboardEvent } from 'react';
import Lightbox from 'yet-another-react-lightbox';
import 'yet-another-react-lightbox/styles.css';
import type { GalleryPicture } from '#client/features/chat/messages/gallery.ts';

const LABELS = {
  Lightbox: '图片',
  Close: '关闭',
  Previous: '上一张',
  Next: '下一张',
  Carousel: '图片',
  Slide: '图片',
  'Photo gallery': '对话中的图片',
  '{index} of {total}': '第 {index} 张，共 {total} 张',
  Loading: '正在加载',
  'Failed to load image': '图片加载失败',
};

export interface PictureViewerProps {
  readonly pictures: readonly GalleryPicture[];
  /** Key of the picture that it opens with. */
  readonly at: string;
  /** A dialog around this keeps the focus to itself, so the pictures open inside of it. */
  readonly within: Element | null;
  readonly onClose: () => void;
}

/** The room around closes by Escape, too: here the key means the pictures alone. */
const keepEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.stopPropagation();
};

/** The pictures of a conversation, large, one after the other. */
export function PictureViewer({ pictures, at, within, onClose }: PictureViewerProps) {
  const index = Math.max(
    0,
    pictures.findIndex(({ key }) => key === at),
  );
  return (
    <div role="presentation" onKeyDown={keepEscape}>
      <Lightbox
        open
        close={onClose}
        index={index}
        slides={pictures.map(({ src, width, height }) => ({
          src,
          alt: '',
          ...(width !== undefined && height !== undefined && { width, height }),
        }))}
        labels={LABELS}
        carousel={{ finite: true, preload: 1 }}
        controller={{ closeOnBackdropClick: true }}
        portal={{ root: within?.closest('[role="dialog"]') ?? document.body }}
      />
    </div>
  );
}
