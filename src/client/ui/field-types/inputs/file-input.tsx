import type { FileValue } from '#schemas/metadata/value.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { TextBox } from './text-box.tsx';
import { UploadInput } from './upload-input.tsx';

/** A picture or file: uploaded where uploads are offered, and only shown where they are not. */
export function FileInput(props: InputProps) {
  const { id, value, lookups, problem, describedBy } = props;
  if (lookups.upload) return <UploadInput {...props} upload={lookups.upload} />;
  const name = (value as FileValue | null | undefined)?.name ?? '';
  return (
    <TextBox id={id} value={name} problem={problem} disabled placeholder="此处不能上传文件" describedBy={describedBy} />
  );
}
