import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { MAX_LIVE_HOST, MAX_LIVE_LINK, MAX_LIVE_TITLE } from '#schemas/generated/api/livestreams.ts';
import { CoverField } from './cover-field.tsx';
import type { LiveDraft, LiveTexts } from './live-draft.ts';

interface LiveFormProps {
  readonly draft: LiveDraft;
  readonly onClose: () => void;
}

const FIELDS = ['title', 'host', 'startsAt', 'endsAt', 'link', 'cover'];
const lengthOf = (text: string): number => [...text.trim()].length;

/** Writes a livestream, or changes one that is there. */
export const LiveForm = observer(function LiveForm({ draft, onClose }: LiveFormProps) {
  const { before, isBusy, isReady, refusal } = draft;
  useEffect(() => () => draft.give(), [draft]);
  const submit = (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    void draft.save().then((isSaved) => {
      if (isSaved) onClose();
    });
  };
  const hasPlace = FIELDS.some((field) => draft.problemOf(field) !== undefined);
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby="live-title" fullWidth maxWidth="sm">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="live-title">{before ? '修改直播' : '发布直播'}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          <Fields draft={draft} />
          <CoverField draft={draft} />
          {before ? (
            <p className="desk-soft" style={{ margin: 0 }}>
              修改时间后，关注者会收到“直播关注”的改期通知；修改其他内容不通知。
            </p>
          ) : (
            <FormControlLabel
              control={<Checkbox checked={draft.tellAll} onChange={(_, isOn) => draft.setTellAll(isOn)} />}
              label="同时以“直播助手”通知所有人"
            />
          )}
          {refusal && !hasPlace && <Alert severity="error">{refusal.problems[0]?.message ?? refusal.message}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isBusy} color="inherit">
            取消
          </Button>
          <Button type="submit" variant="contained" disabled={!isReady || isBusy}>
            {isBusy ? '正在保存…' : before ? '保存' : '发布'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
});

const Fields = observer(function Fields({ draft }: { readonly draft: LiveDraft }) {
  const text = (field: keyof LiveTexts, help: string, isLong = false) => {
    const problem = draft.problemOf(field) ?? (isLong ? help : undefined);
    return {
      value: draft.texts[field],
      onChange: ({ target }: { target: { value: string } }) => draft.change({ [field]: target.value }),
      error: problem !== undefined,
      helperText: problem ?? help,
      required: true,
    };
  };
  const counted = (field: 'title' | 'host', max: number) => {
    const length = lengthOf(draft.texts[field]);
    return text(field, `${length}/${max}`, length > max);
  };
  const time = { type: 'datetime-local', fullWidth: true, slotProps: { inputLabel: { shrink: true } } } as const;
  return (
    <>
      <TextField label="标题" {...counted('title', MAX_LIVE_TITLE)} sx={{ mt: 1 }} />
      <TextField label="主讲人与机构" {...counted('host', MAX_LIVE_HOST)} />
      <div className="live-form-times">
        <TextField label="开始时间" {...time} {...text('startsAt', '北京时间')} />
        <TextField label="结束时间" {...time} {...text('endsAt', '最长 24 小时')} />
      </div>
      <TextField
        label="直播地址"
        placeholder="https://"
        {...text('link', '外部直播页面的地址，开播后向用户显示')}
        slotProps={{ htmlInput: { maxLength: MAX_LIVE_LINK, inputMode: 'url' }, inputLabel: { shrink: true } }}
      />
    </>
  );
});
