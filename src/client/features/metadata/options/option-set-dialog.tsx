import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
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
  const close = () => {
    store.creation.clear();
    onClose();
  };
  const create = async () => {
    setAsked(true);
    if (!NAME.test(name) || label.trim() === '') return;
    if (await store.create(name, label.trim(), kind)) void navigate(`/staff/options/${name}`);
  };
  const isBadName = isAsked && !NAME.test(name);
  const isBadLabel = isAsked && label.trim() === '';
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={close} aria-labelledby="new-set-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <DialogTitle id="new-set-title">新建选项集</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
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
          <RadioGroup row value={kind} onChange={(event) => setKind(event.target.value as 'list' | 'tree')}>
            <FormControlLabel value="list" control={<Radio size="small" />} label="列表" />
            <FormControlLabel value="tree" control={<Radio size="small" />} label="树（有上下级）" />
          </RadioGroup>
          {store.creation.failure && <div role="alert">{store.creation.failure.message}</div>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close}>
            取消
          </Button>
          <Button type="submit" variant="contained">
            新建
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
});
