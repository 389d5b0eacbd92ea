import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { fieldType } from '#generators/field-types/registry.ts';
import type { FieldValue, FileValue } from '#schemas/metadata/value.ts';
import { FileCell, ImageCell } from '#client/ui/field-types/cells/file-cell.tsx';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { shownSize } from '#client/ui/field-types/file-url.ts';
import { TextBox } from './text-box.tsx';
import { useParsedText } from './use-parsed-text.ts';

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, minHeight: 34, '--cell-picture': '56px' });
const Words = styled('span')(({ theme }) => ({
  fontSize: theme.typography.caption.fontSize,
  color: theme.palette.error.main,
}));
const noLabels = { label: (_: string | undefined, value: string) => value, path: () => [] };
const show = (value: FieldValue): string =>
  typeof value === 'string' ? value : ((value as FileValue | undefined)?.url ?? '');

/** A picture or file: uploaded where uploads are offered, else its address. */
export function FileInput(props: InputProps) {
  return props.lookups.upload ? <Upload {...props} upload={props.lookups.upload} /> : <Address {...props} />;
}

function Address({ id, field, value, onChange, onBlur, problem, disabled = false, required, describedBy }: InputProps) {
  const typed = useParsedText({
    value: show(value),
    show,
    read: (text) => fieldType(field).fromText(text, field),
    onChange,
    onBlur,
  });
  return (
    <TextBox
      id={id}
      value={typed.text}
      {...typed.handlers}
      onBlur={typed.leave}
      problem={problem}
      disabled={disabled}
      required={required}
      placeholder={field.config?.placeholder ?? 'https:// 开头的地址'}
      aria-describedby={describedBy}
      inputMode="url"
    />
  );
}

interface UploadProps extends InputProps {
  readonly upload: (file: File) => Promise<FileValue>;
}

function Upload({ id, field, value, onChange, onBlur, problem, disabled = false, describedBy, upload }: UploadProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ busy: boolean; fault?: string }>({ busy: false });
  const file = value as FileValue | null | undefined;
  const Shown = field.type === 'image' ? ImageCell : FileCell;

  const send = async (chosen: File | undefined) => {
    if (!chosen) return;
    const limit = field.config?.maxSize;
    if (limit !== undefined && chosen.size > limit)
      return setState({ busy: false, fault: `文件不能超过 ${shownSize(limit)}` });
    setState({ busy: true });
    try {
      onChange(await upload(chosen));
      setState({ busy: false });
    } catch (thrown) {
      setState({ busy: false, fault: thrown instanceof Error ? thrown.message : '上传失败，请重试' });
    }
    onBlur();
  };

  return (
    <div>
      <Row>
        {file && <Shown field={field} value={file} options={noLabels} />}
        <Button
          id={id}
          size="small"
          variant="outlined"
          color={problem === undefined ? 'inherit' : 'error'}
          startIcon={<UploadFileOutlined />}
          disabled={disabled || state.busy}
          aria-describedby={describedBy}
          onClick={() => chooser.current?.click()}
          onBlur={onBlur}
        >
          {file ? '更换' : field.type === 'image' ? '上传图片' : '上传文件'}
        </Button>
        {file && !disabled && (
          <Button size="small" color="inherit" onClick={() => onChange(undefined)} aria-label={`移除${field.label}`}>
            移除
          </Button>
        )}
        {state.fault && <Words role="alert">{state.fault}</Words>}
        <input
          ref={chooser}
          type="file"
          hidden
          accept={field.config?.accept ?? (field.type === 'image' ? 'image/*' : undefined)}
          onChange={(event) => void send(event.target.files?.[0])}
        />
      </Row>
      {state.busy && <LinearProgress aria-label="正在上传" />}
    </div>
  );
}
