import Button from '@mui/material/Button';
import { useState } from 'react';
import { fieldType } from '#generators/field-types/registry.ts';
import type { FieldValue, FileValue } from '#schemas/metadata/value.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { TextBox } from './text-box.tsx';
import { UploadInput } from './upload-input.tsx';
import { useParsedText } from './use-parsed-text.ts';

const show = (value: FieldValue): string =>
  typeof value === 'string' ? value : ((value as FileValue | undefined)?.url ?? '');

/** A picture or file: uploaded where uploads are offered, else its address. What is public may be an address anyway. */
export function FileInput(props: InputProps) {
  const { field, disabled, lookups } = props;
  const [isAddress, setAddress] = useState(false);
  if (!lookups.upload) return <Address {...props} />;
  const mayBeAddress = field.config?.private !== true;
  if (!isAddress || !mayBeAddress) {
    const onAddress = mayBeAddress ? () => setAddress(true) : undefined;
    return <UploadInput {...props} upload={lookups.upload} onAddress={onAddress} />;
  }
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      <Address {...props} />
      <Button size="small" color="inherit" disabled={disabled} sx={{ flex: 'none' }} onClick={() => setAddress(false)}>
        改为上传
      </Button>
    </div>
  );
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
