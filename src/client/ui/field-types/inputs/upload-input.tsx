import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import type { FileValue } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { FileCell, ImageCell } from '#client/ui/field-types/cells/file-cell.tsx';
import type { InputProps, Upload } from '#client/ui/field-types/field-type-ui.ts';
import { isOwnFile, shownSize } from '#client/ui/field-types/texts/file-url.ts';
import { labelId } from './control.tsx';
import { UploadLook } from './upload-look.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useUpload } from './use-upload.ts';

const noLabels = { label: (_: string | undefined, value: string) => value, path: () => [] };

interface UploadInputProps extends InputProps {
  readonly upload: Upload;
}

/** What may be uploaded, as far as the field says it: `.pdf、.pptx，不超过 20 MB`. */
function limits({ config }: InputProps['field']): string {
  const kinds = config?.accept?.split(',').map((kind) =>
    kind
      .trim()
      .replace(/^image\/|^\./, '')
      .toUpperCase(),
  );
  const size = config?.maxSize === undefined ? '' : `不超过 ${shownSize(config.maxSize)}`;
  return [kinds?.map((kind) => (kind === '*' ? '图片' : kind)).join('、'), size].filter(Boolean).join('，');
}

/** A picture or file that is chosen, dropped or pasted, and goes to the server at once. */
export function UploadInput(props: UploadInputProps) {
  const { id, field, value, onChange, onBlur, problem, disabled = false, describedBy, upload } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { state, send, cancel, forget } = useUpload(upload, field, (file) => {
    onChange(file);
    onBlur();
  });
  const file = value as FileValue | null | undefined;
  const isPicture = fieldType(field).isPicture === true;
  const isBusy = state.share !== undefined;
  const noun = isPicture ? '图片' : '文件';

  const take = (files: FileList | null) => {
    const chosen = files?.[0];
    if (chosen && !disabled) void send(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  };

  return (
    <UploadLook>
      <div
        className="upload-box"
        data-over={isOver ? '' : undefined}
        data-problem={problem === undefined ? undefined : ''}
        data-empty={file ? undefined : ''}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={paste}
      >
        {file && isPicture && isOwnFile(file.url) && (
          <a className="upload-picture" href={file.url} target="_blank" rel="noopener noreferrer" title="查看原图">
            <ImageCell field={field} value={file} options={noLabels} />
          </a>
        )}
        <div className="upload-words">
          {file && !isPicture && <FileCell field={field} value={file} options={noLabels} />}
          {file && isPicture && <span className="upload-name">{file.name}</span>}
          <div className="upload-acts">
            <Button
              id={id}
              size="small"
              variant="outlined"
              color={problem === undefined ? 'inherit' : 'error'}
              startIcon={<UploadFileOutlined />}
              disabled={disabled}
              aria-disabled={isBusy || undefined}
              // The label alone would hide what the button does.
              aria-labelledby={`${labelId(id)} ${id}`}
              aria-describedby={describedBy}
              sx={problem === undefined ? { borderColor: 'divider' } : undefined}
              onClick={() => !isBusy && chooser.current?.click()}
              onBlur={onBlur}
            >
              {file ? `更换${noun}` : `上传${noun}`}
            </Button>
            {file && !disabled && !isBusy && (
              <Button
                size="small"
                color="inherit"
                aria-label={`移除${field.label}`}
                onClick={() => {
                  forget();
                  onChange(undefined);
                }}
              >
                移除
              </Button>
            )}
          </div>
          {!file && !isBusy && !disabled && (
            <span className="upload-hint">{['可拖放或粘贴到此处', limits(field)].filter(Boolean).join('；')}</span>
          )}
        </div>
        <input
          ref={chooser}
          type="file"
          hidden
          tabIndex={-1}
          accept={field.config?.accept ?? (isPicture ? 'image/*' : undefined)}
          onChange={(event) => {
            take(event.target.files);
            // The same file may be chosen again after it was refused.
            event.target.value = '';
          }}
        />
      </div>
      <UploadProgress state={state} onCancel={cancel} />
    </UploadLook>
  );
}
