import { file } from './file.ts';
import type { FieldType } from './field-type.ts';

/** An uploaded picture. */
export const image: FieldType = { ...file, type: 'image', label: '图片', isPicture: true, width: 72 };
