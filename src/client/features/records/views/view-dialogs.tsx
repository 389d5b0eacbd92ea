import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { SavedView, Sharing } from '#schemas/api/views.ts';
import { MAX_VIEW_NAME } from '#schemas/generated/api/views.ts';
import type { ListState } from '#shared/lists/list-state.ts';
import type { ViewWord } from './view-word.ts';
import { viewState, type SavedViewsStore } from './saved-views-store.ts';
import { copyText } from '#client/lib/clipboard.ts';
import { useListPlace } from '#client/features/records/base/use-list-place.ts';
import { viewLink } from './view-link.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { RadioChoice } from '#client/ui/radio-choice.tsx';

/** What is asked about a view: the name of a new one, another name, or who may open it. */
export type ViewQuestion =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'share'; readonly view: SavedView };

interface ViewDialogProps {
  readonly views: SavedViewsStore;
  readonly objectApiName: string;
  readonly state: ListState;
  /** What a new view may be called; empty where nothing says so. */
  readonly proposedName: () => string;
  readonly onChange: (next: ListState) => void;
  readonly onToast: (word: ViewWord) => void;
  readonly question: ViewQuestion;
  readonly onClose: () => void;
}

const TITLES = { create: '另存为视图', rename: '重命名视图', share: '共享视图' } as const;

const WAYS: readonly { readonly value: Sharing; readonly label: string; readonly help: string }[] = [
  { value: 'private', label: '仅自己', help: '别人打不开这个视图' },
  { value: 'link', label: '知道链接的人', help: '登录后通过链接打开，只能查看，不能修改' },
  { value: 'everyone', label: '所有人', help: '出现在每个人的视图菜单中' },
];

/** Asks for a name or for who may open a view, and saves the answer; a refusal leaves what was typed. */
export const ViewDialog = observer(function ViewDialog(props: ViewDialogProps) {
  const { views, objectApiName, state, proposedName, onChange, onToast, question, onClose } = props;
  const { pathWith } = useListPlace();
  const view = question.kind === 'create' ? undefined : (views.view(question.view.id) ?? question.view);
  const [name, setName] = useState(() => view?.name ?? proposedName());
  const [sharing, setSharing] = useState<Sharing>(view?.sharing ?? 'private');
  const [isNameless, setNameless] = useState(false);
  const ways = WAYS.filter((way) => way.value !== 'everyone' || views.mayShareWithEveryone);
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
  const submit = async () => {
    const isWrong = question.kind !== 'share' && name.trim() === '';
    setNameless(isWrong);
    if (isWrong) return false;
    return onToast({ words: await save() });
  };
  return (
    <FormDialog title={TITLES[question.kind]} confirm="保存" onSubmit={submit} onClose={onClose}>
      {question.kind !== 'share' && (
        <TextField
          autoFocus
          label="视图名称"
          value={name}
          error={isNameless}
          helperText={isNameless && <span role="alert">请填写视图名称</span>}
          onChange={(event) => setName(event.target.value)}
          // What is proposed is kept by Enter, and replaced by typing.
          onFocus={(event) => event.target.select()}
          slotProps={{ htmlInput: { maxLength: MAX_VIEW_NAME } }}
        />
      )}
      {question.kind !== 'rename' && (
        <RadioChoice label="谁可以打开" isLabelHidden value={sharing} onChange={setSharing} choices={ways} />
      )}
      {question.kind === 'share' && view && sharing !== 'private' && (
        <LinkField link={viewLink(pathWith, view.id)} isLive={view.sharing !== 'private'} />
      )}
    </FormDialog>
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
