import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState, type SubmitEvent } from 'react';
import type { SavedView, Sharing } from '#schemas/api/views.ts';
import { MAX_VIEW_NAME } from '#schemas/generated/api/views.ts';
import type { ListState } from '#client/features/records/base/list-state.ts';
import type { Toast } from '#client/features/records/base/list-toast.tsx';
import { viewState, type SavedViewsStore } from './saved-views-store.ts';
import { copyText } from '#client/lib/clipboard.ts';
import { useListPlace } from '#client/features/records/base/use-list-place.ts';
import { viewLink } from './view-link.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** What is asked about a view: the name of a new one, another name, or who may open it. */
export type ViewQuestion =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'share'; readonly view: SavedView };

interface ViewDialogProps {
  readonly views: SavedViewsStore;
  readonly objectApiName: string;
  readonly state: ListState;
  readonly onChange: (next: ListState) => void;
  readonly onToast: (toast: Toast) => void;
  readonly question: ViewQuestion;
  readonly onClose: () => void;
}

const TITLES = { create: '另存为视图', rename: '重命名视图', share: '共享视图' } as const;

const WAYS: readonly { readonly sharing: Sharing; readonly label: string; readonly help: string }[] = [
  { sharing: 'private', label: '仅自己', help: '别人打不开这个视图' },
  { sharing: 'link', label: '知道链接的人', help: '登录后通过链接打开，只能查看，不能修改' },
  { sharing: 'everyone', label: '所有人', help: '出现在每个人的视图菜单中' },
];

/** Asks for a name or for who may open a view, and saves the answer; a refusal leaves what was typed. */
export const ViewDialog = observer(function ViewDialog(props: ViewDialogProps) {
  const { views, objectApiName, state, onChange, onToast, question, onClose } = props;
  const { pathWith } = useListPlace();
  const view = question.kind === 'create' ? undefined : (views.view(question.view.id) ?? question.view);
  const [name, setName] = useState(view?.name ?? '');
  const [sharing, setSharing] = useState<Sharing>(view?.sharing ?? 'private');
  const [isNameless, setNameless] = useState(false);
  const [saving] = useState(() => new Mutation());
  const problem = isNameless ? '请填写视图名称' : saving.failure?.message;
  const ways = WAYS.filter((way) => way.sharing !== 'everyone' || views.mayShareWithEveryone);
  const save = async () => {
    if (question.kind === 'create') {
      const made = await views.create(objectApiName, name, state, sharing);
      onChange(viewState(made));
      return `已保存视图“${made.name}”`;
    }
    if (!view) return '';
    const changed = await views.change(view, question.kind === 'rename' ? { name } : { sharing });
    return question.kind === 'rename' ? `视图已改名为“${changed.name}”` : '共享方式已更新';
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setNameless(question.kind !== 'share' && name.trim() === '');
    if (question.kind !== 'share' && name.trim() === '') return;
    await saving.run(save, (words) => {
      onToast({ words });
      onClose();
    });
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="view-dialog-title">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id="view-dialog-title">{TITLES[question.kind]}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            {question.kind !== 'share' && (
              <TextField
                autoFocus
                label="视图名称"
                value={name}
                error={problem !== undefined}
                onChange={(event) => setName(event.target.value)}
                slotProps={{ htmlInput: { maxLength: MAX_VIEW_NAME } }}
              />
            )}
            {question.kind !== 'rename' && (
              <RadioGroup
                aria-label="谁可以打开"
                value={sharing}
                onChange={(event) => setSharing(event.target.value as Sharing)}
                sx={{ gap: 1 }}
              >
                {ways.map((way) => (
                  <FormControlLabel
                    key={way.sharing}
                    value={way.sharing}
                    control={<Radio size="small" />}
                    label={
                      <>
                        {way.label}
                        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                          {way.help}
                        </Typography>
                      </>
                    }
                  />
                ))}
              </RadioGroup>
            )}
            {question.kind === 'share' && view && sharing !== 'private' && (
              <LinkField link={viewLink(pathWith, view.id)} isLive={view.sharing !== 'private'} />
            )}
            {problem !== undefined && (
              <Typography role="alert" variant="body2" color="error">
                {problem}
              </Typography>
            )}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={onClose}>
            取消
          </Button>
          <Button type="submit" variant="contained" disabled={saving.isBusy}>
            保存
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
});

function LinkField({ link, isLive }: { readonly link: string; readonly isLive: boolean }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <TextField
        fullWidth
        label="链接"
        value={link}
        helperText={isLive ? undefined : '保存后链接生效'}
        slotProps={{ htmlInput: { readOnly: true } }}
        onFocus={(event) => event.target.select()}
      />
      <Button sx={{ flex: 'none', height: 38 }} onClick={() => void copyText(link).then(setCopied)}>
        {isCopied ? '已复制' : '复制链接'}
      </Button>
    </Stack>
  );
}
