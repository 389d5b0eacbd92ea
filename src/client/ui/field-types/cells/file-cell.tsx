import type { FileValue } from '#schemas/metadata/value.ts';
import { readingAddress } from '#client/lib/router.ts';
import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { isFileUrl, isOwnFile, shownSize } from '#client/ui/field-types/texts/file-url.ts';
import { Clipped, Empty } from './clipped.tsx';

const PICTURE = {
  height: 'var(--cell-picture, 24px)',
  maxWidth: '100%',
  objectFit: 'contain',
  verticalAlign: 'middle',
  borderRadius: 4,
  background: 'var(--picture)',
} as const;

/** A file by its name, to open or save. */
export function FileCell({ value }: CellProps) {
  const file = value as FileValue | null | undefined;
  if (!file) return <Empty />;
  const title = `${file.name}${file.size === undefined ? '' : `（${shownSize(file.size)}）`}`;
  if (!isFileUrl(file.url)) return <Clipped title={title}>{file.name}</Clipped>;
  return (
    <Clipped title={title}>
      <a className="cell-link" href={readingAddress(file.url, file.name)} target="_blank" rel="noopener noreferrer">
        {file.name}
      </a>
    </Clipped>
  );
}

/** A picture on another host, to be opened by who wants to. */
export function PictureElsewhere({ file }: { readonly file: FileValue }) {
  const { host } = new URL(file.url);
  return (
    <Clipped title={`${file.name}（${host}）`}>
      <a className="cell-link" href={file.url} target="_blank" rel="noopener noreferrer nofollow">
        外部图片
      </a>
    </Clipped>
  );
}

/** A picture at the height of a row; `--cell-picture` gives it more. */
export function ImageCell({ value }: CellProps) {
  const file = value as FileValue | null | undefined;
  if (!file || !isFileUrl(file.url)) return <Empty />;
  if (!isOwnFile(file.url)) return <PictureElsewhere file={file} />;
  return <img src={file.url} alt={file.name} title={file.name} loading="lazy" decoding="async" style={PICTURE} />;
}
