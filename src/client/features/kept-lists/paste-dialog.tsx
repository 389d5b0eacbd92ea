import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { ResolvedName } from '#schemas/api/kept-lists.ts';
import { MAX_PASTED_NAMES } from '#schemas/generated/api/kept-lists.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { ListDialogProps } from './list-dialogs.tsx';

/** Names of a text, one a line; the columns of a pasted table are names of their own. */
const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\t]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

/** Puts the records on a list that pasted names mean: first they are looked for, then what was found is put on it. */
export function PasteDialog({ store, list, onClose }: ListDialogProps) {
  const [text, setText] = useState('');
  const [resolved, setResolved] = useState<ResolvedName[]>();
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const names = namesIn(text);
  const isTooMany = names.length > MAX_PASTED_NAMES;
  const found = resolved?.filter(({ how }) => how === 'name' || how === 'alias') ?? [];
  const unsure = resolved?.filter(({ how }) => how === 'choose') ?? [];
  const missing = resolved?.filter(({ how }) => how === 'none') ?? [];
  const sure = found.flatMap(({ candidates }) => candidates.map(({ id }) => id));
  const ids = [...new Set([...sure, ...Object.values(choices).filter(Boolean)])];
  const look = async () => {
    setResolved(await store.resolve(list.objectApiName, names));
    setChoices({});
    return false;
  };
  return (
    <FormDialog
      title={`按名称加入“${list.name}”`}
      size="sm"
      confirm={resolved ? `加入 ${ids.length} 条` : '查找'}
      busyWord={resolved ? '正在加入…' : '正在查找…'}
      isReady={resolved ? ids.length > 0 : names.length > 0 && !isTooMany}
      onSubmit={() => (resolved ? store.add(list, ids) : look())}
      onClose={onClose}
    >
      <TextField
        autoFocus
        multiline
        minRows={5}
        maxRows={10}
        label={`${list.objectLabel}名称，每行一个`}
        value={text}
        error={isTooMany}
        helperText={
          isTooMany ? (
            <span role="alert">{`一次最多 ${MAX_PASTED_NAMES} 个名称，现有 ${names.length} 个`}</span>
          ) : (
            `共 ${names.length} 个名称，一次最多 ${MAX_PASTED_NAMES} 个；全名、简称和曾用名都可以`
          )
        }
        onChange={(event) => {
          setText(event.target.value);
          setResolved(undefined);
        }}
      />
      {resolved && (
        <p role="status">{`找到 ${found.length} 个，需选择 ${unsure.length} 个，未找到 ${missing.length} 个`}</p>
      )}
      {unsure.map(({ text: name, candidates }) => (
        <TextField
          key={name}
          select
          label={`“${name}”是指`}
          value={choices[name] ?? ''}
          onChange={(event) => setChoices({ ...choices, [name]: event.target.value })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">不加入</MenuItem>
          {candidates.map(({ id, name: label, matched }) => (
            <MenuItem key={id} value={id}>
              {matched === undefined ? label : `${label}（${matched}）`}
            </MenuItem>
          ))}
        </TextField>
      ))}
      {missing.length > 0 && <p>未找到：{missing.map(({ text: name }) => name).join('、')}</p>}
    </FormDialog>
  );
}
