import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { RadioChoice } from '#client/ui/radio-choice.tsx';
import type { OptionSetListStore } from './option-set-list-store.ts';

interface NewOptionSetDialogProps {
  readonly store: OptionSetListStore;
  readonly onClose: () => void;
}

const NAME = /^[a-z][A-Za-z0-9]{0,39}$/;

/** Asks what a new option set is called; its options are added on its own page. */
export const NewOptionSetDialog = observer(function NewOptionSetDialog({ store, onClose }: NewOptionSetDialogProps) {
  const [name, setName] = useState('');
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<'list' | 'tree'>('list');
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const isBadName = isAsked && !NAME.test(name);
  const isBadLabel = isAsked && label.trim() === '';
  const create = async () => {
    setAsked(true);
    if (!NAME.test(name) || label.trim() === '') return false;
    await store.create(name, label.trim(), kind);
    return navigate(`/staff/options/${name}`);
  };
  return (
    <FormDialog title="新建选项集" confirm="新建" onSubmit={create} onClose={onClose}>
      <TextField
        label="名称"
        autoFocus
        required
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        error={isBadLabel}
        helperText={isBadLabel ? '请填写名称' : '如：融资轮次'}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        label="标识"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isBadName}
        helperText="小写字母开头，只含字母和数字，最长 40 个字符；保存后不能修改"
      />
      <RadioChoice
        label="形式"
        isLabelHidden
        isRow
        value={kind}
        onChange={setKind}
        choices={[
          { value: 'list', label: '列表' },
          { value: 'tree', label: '树（有上下级）' },
        ]}
      />
    </FormDialog>
  );
});
