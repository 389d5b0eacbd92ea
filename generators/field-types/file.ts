import type { FileValue } from '#schemas/metadata/value.ts';
import { OWN_FILE_SOURCE } from '#schemas/generated/metadata/value.ts';
import type { FieldType } from './field-type.ts';
import { HOST_SOURCE } from './host.ts';
import { jsonStorage, noOperand } from './parts.ts';

/** Addresses a file may have: our own uploads and https. */
export const FILE_URL_PATTERN = `^(?:${OWN_FILE_SOURCE}|https://${HOST_SOURCE}(?:[/?#][^\\s]*)?)$`;

const fileSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', minLength: 1, maxLength: 2000, pattern: FILE_URL_PATTERN, format: 'file-url' },
    name: { type: 'string', minLength: 1, maxLength: 255 },
    size: { type: 'integer', minimum: 0 },
  },
  required: ['url', 'name'],
  additionalProperties: false,
};

/** An uploaded file. */
export const file: FieldType = {
  type: 'file',
  label: '文件',
  aliases: ['附件'],
  attributes: ['required', 'accept', 'maxSize', 'help', 'width', 'private', 'watermark'],
  operators: ['notEmpty', 'empty'],
  kind: 'file',
  rarelyFiltered: true,
  align: 'start',
  width: 160,
  operand: noOperand,
  schema: () => fileSchema,
  ...jsonStorage,
  // Who may read a private file is who may read the record that names it: the record is found by its address.
  columns: (field) => [
    { name: field.apiName, sqlType: 'jsonb', index: field.config?.private === true ? 'address' : undefined },
  ],
  fromText: (text) => {
    const url = text.trim();
    return new RegExp(FILE_URL_PATTERN, 'u').test(url)
      ? { value: { url, name: url.split(/[?#]/)[0]?.split('/').at(-1)?.slice(0, 255) || '文件' } }
      : { reason: '不是文件地址' };
  },
  toText: (value) => (value as FileValue | undefined)?.url ?? '',
};
