import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import type { FeedType } from '#schemas/api/notices.ts';
import { FEED_TYPES, MAX_NOTICE, MAX_NOTICE_TITLE } from '#schemas/generated/api/notices.ts';
import { AudienceFields } from './audience-fields.tsx';
import { accountName, audienceWords } from './notice-words.ts';
import type { Draft, SendStore } from './send-store.ts';

interface SendDialogProps {
  readonly store: SendStore;
  readonly onClose: () => void;
}

const lengthOf = (text: string): number => [...text.trim()].length;

/** Writes a notice; before it goes to many it says to how many. */
export const SendDialog = observer(function SendDialog({ store, onClose }: SendDialogProps) {
  const { isBusy, isReady, refusal, reach } = store;
  const isAsking = reach !== undefined;
  const submit = (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    void store.next().then((isSent) => {
      if (isSent) onClose();
    });
  };
  const hasPlace = ['title', 'content', 'link'].some((field) => store.problemOf(field) !== undefined);
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby="send-title" fullWidth maxWidth="sm">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="send-title">{isAsking ? '确认发送' : '发送通知'}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {isAsking ? <Question store={store} reach={reach} /> : <Fields store={store} />}
          {refusal && !hasPlace && <Alert severity="error">{refusal.problems[0]?.message ?? refusal.message}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={isAsking ? () => store.back() : onClose} disabled={isBusy} color="inherit">
            {isAsking ? '返回修改' : '取消'}
          </Button>
          <Button type="submit" variant="contained" disabled={!isReady || isBusy}>
            {isAsking ? `发送给 ${reach} 人` : store.draft.audience === 'one' ? '发送' : '下一步'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
});

/** What goes out, and to how many. */
function Question({ store: { draft }, reach }: { readonly store: SendStore; readonly reach: number }) {
  return (
    <>
      <p style={{ margin: 0 }}>
        将以“{accountName(draft.type)}”发送给{audienceWords({ ...draft, person: null, kinds: [...draft.kinds] })}
        ，目前共 <b>{reach}</b> 人。发出后可以撤回，但对方可能已经看过。
      </p>
      <blockquote className="desk-quote">
        <b>{draft.title.trim()}</b>
        <p>{draft.content.trim()}</p>
      </blockquote>
    </>
  );
}

const Fields = observer(function Fields({ store }: { readonly store: SendStore }) {
  const { draft } = store;
  const text = (field: keyof Pick<Draft, 'title' | 'content' | 'link'>, help: string, isLong: boolean) => {
    const problem = store.problemOf(field) ?? (isLong ? help : undefined);
    return {
      value: draft[field],
      onChange: ({ target }: { target: { value: string } }) => store.change({ [field]: target.value }),
      error: problem !== undefined,
      helperText: problem ?? help,
    };
  };
  const counted = (field: 'title' | 'content', max: number) =>
    text(field, `${lengthOf(draft[field])}/${max}`, lengthOf(draft[field]) > max);
  return (
    <>
      <TextField
        select
        label="发送账号"
        value={String(draft.type)}
        onChange={({ target }) => store.change({ type: Number(target.value) as FeedType })}
        slotProps={{ select: { native: true } }}
        sx={{ mt: 1 }}
      >
        {FEED_TYPES.map((type) => (
          <option key={type} value={type}>
            {accountName(type)}
          </option>
        ))}
      </TextField>
      <AudienceFields store={store} />
      <TextField label="标题" required {...counted('title', MAX_NOTICE_TITLE)} />
      <TextField label="内容" required multiline minRows={4} maxRows={12} {...counted('content', MAX_NOTICE)} />
      <TextField
        label="链接（选填）"
        placeholder="/vip"
        {...text('link', '本平台的路径，以 / 开头', false)}
        slotProps={{ htmlInput: { maxLength: 300 }, inputLabel: { shrink: true } }}
      />
    </>
  );
});
