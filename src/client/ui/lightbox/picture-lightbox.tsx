import type { KeyboardEvent } from 'react';
import Lightbox from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';

const LABELS = {
  Lightbox: '图片',
  Close: '关闭',
  Previous: '上一张',
  Next: '下一张',
  Carousel: '图片',
  Slide: '图片',
  '{index} of {total}': '第 {index} 张，共 {total} 张',
  Loading: '正在加载',
  'Failed to load image': '图片加载失败',
};

export interface LargePicture {
  readonly src: string;
  readonly alt: string;
  /** Shown below the picture. */
  readonly description?: string;
  readonly width?: number;
  readonly height?: number;
}

interface PictureLightboxProps {
  readonly slides: readonly LargePicture[];
  /** Place of the one that it opens with, from 0. */
  readonly index: number;
  /** What the pictures are, for those who do not see them. */
  readonly label: string;
  /** A dialog around this keeps the focus to itself, so the pictures open inside of it. */
  readonly within?: Element | null;
  readonly onClose: () => void;
}

/** The room around closes by Escape, too: here the key means the pictures alone. */
const keepEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.stopPropagation();
};

/** Pictures, large, one after the other. */
export function PictureLightbox({ slides, index, label, within = null, onClose }: PictureLightboxProps) {
  return (
    <div role="presentation" onKeyDown={keepEscape}>
      <Lightbox
        open
        close={onClose}
        index={index}
        slides={slides.map((slide) => ({ ...slide }))}
        plugins={slides.some(({ description = '' }) => description !== '') ? [Captions] : []}
        labels={{ ...LABELS, 'Photo gallery': label }}
        captions={{ descriptionTextAlign: 'center' }}
        carousel={{ finite: true, preload: 1 }}
        controller={{ closeOnBackdropClick: true }}
        portal={{ root: within?.closest('[role="dialog"]') ?? document.body }}
      />
    </div>
  );
}
