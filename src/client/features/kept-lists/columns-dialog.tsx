import Close from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ListField, ListFieldType } from '#schemas/api/list-columns.ts';
import { MAX_LIST_FIELDS } from '#schemas/generated/api/list-columns.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { type ColumnDraft, ColumnDrafts, LIST_TYPE_WORDS } from './column-drafts.ts';

interface ColumnsDialogProps {
  readonly fields: readonly ListField[];
  readonly onSave: (fields: readonly ListField[]) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Which columns a list has of its own. */
export const ColumnsDialog = observer(function ColumnsDialog({ fields, onSave, onClose }: ColumnsDialogProps) {
  const [drafts] = useState(() => new ColumnDrafts(fields));
  const lost = fields.filter(({ apiName }) => !drafts.drafts.some((draft) => draft.apiName === apiName));
  return (
    <FormDialog
      title="自定义列"
      size="sm"
      confirm="保存"
      isReady={drafts.isReady}
      isGrave={lost.length > 0}
      onSubmit={() => onSave(drafts.fields)}
      onClose={onClose}
    >
      <p>自定义列只属于这个清单：能看到清单的人可见，能编辑清单的人可填写，随清单导出，不进入平台数据。</p>
      {drafts.drafts.map((draft, at) => (
        <ColumnRow key={draft.apiName} draft={draft} at={at + 1} onRemove={() => drafts.remove(draft)} />
      ))}
      {lost.length > 0 && (
        <p role="alert">{`保存后将删除“${lost.map(({ label }) => label).join('”“')}”，已填写的内容一并删除`}</p>
      )}
      <Button disabled={drafts.drafts.length >= MAX_LIST_FIELDS} onClick={() => drafts.add()}>
        {drafts.drafts.length >= MAX_LIST_FIELDS ? `最多 ${MAX_LIST_FIELDS} 列` : '添加一列'}
      </Button>
    </FormDialog>
  );
});

interface ColumnRowProps {
  readonly draft: ColumnDraft;
  readonly at: number;
  readonly onRemove: () => void;
}

const ColumnRow = observer(function ColumnRow({ draft, at, onRemove }: ColumnRowProps) {
  return (
    <div className="own-column" role="group" aria-label={`第 ${at} 列`}>
      <TextField
        size="small"
        label="列名"
        autoFocus={!draft.isKept}
        value={draft.label}
        onChange={(event) => draft.setLabel(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 40 } }}
      />
      <TextField
        select
        size="small"
        label="类型"
        disabled={draft.isKept}
        value={draft.type}
        onChange={(event) => draft.setType(event.target.value as ListFieldType)}
      >
        {Object.entries(LIST_TYPE_WORDS).map(([type, words]) => (
          <MenuItem key={type} value={type}>
            {words}
          </MenuItem>
        ))}
      </TextField>
      <IconButton aria-label={`删除这一列：${draft.label || `第 ${at} 列`}`} onClick={onRemove}>
        <Close fontSize="small" />
      </IconButton>
      {draft.hasOptions && (
        <TextField
          className="own-column-options"
          size="small"
          multiline
          minRows={2}
          maxRows={6}
          label="选项，每行一个"
          value={draft.optionText}
          onChange={(event) => draft.setOptions(event.target.value)}
        />
      )}
    </div>
  );
});
