import { PictureLightbox } from '#client/ui/lightbox/picture-lightbox.tsx';
import type { GalleryPicture } from '#client/features/chat/messages/gallery.ts';

export interface PictureViewerProps {
  readonly pictures: readonly GalleryPicture[];
  /** Key of the picture that it opens with. */
  readonly at: string;
  /** A dialog around this keeps the focus to itself, so the pictures open inside of it. */
  readonly within: Element | null;
  readonly onClose: () => void;
}

/** The pictures of a conversation, large, one after the other. */
export function PictureViewer({ pictures, at, within, onClose }: PictureViewerProps) {
  const index = Math.max(
    0,
    pictures.findIndex(({ key }) => key === at),
  );
  const slides = pictures.map(({ src, width, height }) => ({
    src,
    alt: '',
    ...(width !== undefined && height !== undefined && { width, height }),
  }));
  return <PictureLightbox slides={slides} index={index} label="对话中的图片" within={within} onClose={onClose} />;
}
