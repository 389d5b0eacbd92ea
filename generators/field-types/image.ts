import { file } from './file.ts';
import type { FieldType } from './field-type.ts';

/** An uploaded picture. */
export const image: FieldType = {
  ...file,
  type: 'image',
  label: '图片',
  aliases: ['照片', '图像'],
  isPicture: true,
  // A watermark is put into documents alone, and albums are made of pictures.
  attributes: [...file.attributes.filter((name) => name !== 'watermark'), 'album', 'captionField'],
  width: 72,
};
