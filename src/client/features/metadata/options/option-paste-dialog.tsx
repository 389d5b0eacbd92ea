import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { OptionDraft } from './option-draft.ts';
import { pastedOptions } from './option-paste.ts';

interface OptionPasteDialogProps {
  readonly draft: OptionDraft;
  readonly text: string;
  readonly onClose: () => void;
}

const SHOWN = 5;
const some = (names: readonly string[]): string =>
  names.slice(0, SHOWN).join('、') + (names.length > SHOWN ? ` 等 ${names.length} 项` : '');

/** Many lines from a spreadsheet as options, with a word on each that will not be taken. */
export const OptionPasteDialog = observer(function OptionPasteDialog({ draft, text, onClose }: OptionPasteDialogProps) {
  const [lines, setLines] = useState(text);
  const present = useMemo(() => draft.rows.map((row) => row.option), [draft.rows]);
  const { options, known, refused } = useMemo(
    () => pastedOptions(lines, present, draft.isTree),
    [lines, present, draft.isTree],
  );
  return (
    <FormDialog
      title="批量粘贴选项"
      size="sm"
      confirm="加入"
      isReady={options.length > 0}
      onSubmit={async () => draft.append(options)}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        从表格复制后粘贴，一行一项，各列依次为：名称、值（可空，同名称）、别名（用顿号分隔，可空）
        {draft.isTree && '、上级（名称或值，可空）'}。
      </Typography>
      <TextField
        label="粘贴的内容"
        multiline
        rows={8}
        autoFocus
        value={lines}
        onChange={(event) => setLines(event.target.value)}
      />
      <div role="status">
        <Typography variant="body2">{`将新增 ${options.length} 项`}</Typography>
        {known.length > 0 && (
          <Typography variant="body2" color="textSecondary">{`已存在，跳过：${some(known)}`}</Typography>
        )}
        {refused.length > 0 && <Typography variant="body2" color="error">{`不能采用：${some(refused)}`}</Typography>}
      </div>
    </FormDialog>
  );
});
