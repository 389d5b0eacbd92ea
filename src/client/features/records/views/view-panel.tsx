import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { SavedView } from '#schemas/api/views.ts';
import { DEFAULT_LIST_STATE, type ListState } from '#shared/lists/list-state.ts';
import type { ViewWord } from './view-word.ts';
import { isChanged, viewState, type SavedViewsStore } from './saved-views-store.ts';
import type { ViewQuestion } from './view-dialogs.tsx';
import { copyText } from '#client/lib/clipboard.ts';
import { useListPlace } from '#client/features/records/base/use-list-place.ts';
import { viewLink } from './view-link.ts';
import { ViewRow } from './view-row.tsx';
import { Mutation } from '#client/lib/mutation.ts';

interface ViewPanelProps {
  readonly views: SavedViewsStore;
  readonly objectApiName: string;
  readonly state: ListState;
  readonly onChange: (next: ListState) => void;
  readonly isOf?: ((view: SavedView) => boolean) | undefined;
  readonly onAsk: (question: ViewQuestion) => void;
  readonly onToast: (word: ViewWord) => void;
  readonly onClose: () => void;
}

/** So many views are found at a glance; more are searched. */
const GLANCE = 6;

/** The saved views of a list, and what can be done with the one that is open. */
export const ViewPanel = observer(function ViewPanel(props: ViewPanelProps) {
  const { views, objectApiName, state, onChange, isOf, onAsk, onToast, onClose } = props;
  const { pathWith } = useListPlace();
  const [text, setText] = useState('');
  const [change] = useState(() => new Mutation());
  useEffect(() => void views.load(objectApiName), [views, objectApiName]);
  const known = views.of(objectApiName);
  const all = isOf ? known?.filter(isOf) : known;
  const failure = change.failure ?? views.failureOf(objectApiName);
  const current = views.view(state.view);
  const wanted = text.trim().toLowerCase();
  const found = (all ?? []).filter((view) => view.name.toLowerCase().includes(wanted));

  const attempt = async (work: () => Promise<unknown>, words: string, more: Omit<ViewWord, 'words'> = {}) => {
    if (!(await change.run(work))) return;
    onClose();
    onToast({ words, ...more });
  };
  const choose = (view: SavedView | undefined) => {
    onClose();
    onChange(view ? viewState(view) : DEFAULT_LIST_STATE);
  };
  const copy = async (view: SavedView) => {
    if (view.sharing !== 'private' && (await copyText(viewLink(pathWith, view.id)))) onToast({ words: '链接已复制' });
    else onAsk({ kind: 'share', view });
  };
  const remove = (view: SavedView) =>
    attempt(
      async () => {
        await views.remove(view);
        if (view.id === state.view) onChange({ ...state, view: undefined });
      },
      `已删除视图“${view.name}”`,
      { onUndo: () => void attempt(() => views.restore(view), `已恢复视图“${view.name}”`) },
    );
  const row = (view: SavedView) => (
    <ViewRow
      key={view.id}
      view={view}
      isCurrent={view.id === state.view}
      onChoose={() => choose(view)}
      onRename={() => onAsk({ kind: 'rename', view })}
      onShare={() => onAsk({ kind: 'share', view })}
      onCopy={() => void copy(view)}
      onDefault={
        isOf
          ? undefined
          : () =>
              void attempt(
                () => views.setDefault(objectApiName, view.isDefault ? null : view.id),
                view.isDefault ? '已取消默认视图' : `打开列表时将显示“${view.name}”`,
              )
      }
      onRemove={() => void remove(view)}
    />
  );
  const mine = found.filter((view) => view.isMine);
  const others = found.filter((view) => !view.isMine);
  return (
    <Stack sx={{ width: { sm: 340 }, maxHeight: '70vh' }}>
      {(all?.length ?? 0) > GLANCE && (
        <TextField
          placeholder="查找视图"
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': '查找视图', maxLength: 60 } }}
          sx={{ m: 1.5, mb: 0 }}
        />
      )}
      {failure && (
        <Alert severity="error" sx={{ m: 1.5, mb: 0 }}>
          {failure.message}
        </Alert>
      )}
      <Stack component="ul" sx={{ m: 0, p: 1, listStyle: 'none', overflow: 'auto', minHeight: 56 }}>
        <ViewRow view={undefined} isCurrent={current === undefined} onChoose={() => choose(undefined)} />
        {mine.length > 0 && <Heading>我的视图</Heading>}
        {mine.map(row)}
        {others.length > 0 && <Heading>共享视图</Heading>}
        {others.map(row)}
        {all === undefined && !failure && <Skeleton sx={{ mx: 1 }} />}
        {wanted !== '' && found.length === 0 && (
          <Typography component="li" variant="body2" color="textSecondary" sx={{ p: 1 }}>
            没有名称包含“{text.trim()}”的视图
          </Typography>
        )}
      </Stack>
      <Divider />
      <Stack direction="row" sx={{ p: 1, gap: 0.5, flexWrap: 'wrap' }}>
        {current?.isEditable === true && isChanged(state, current) && (
          <Button
            variant="contained"
            onClick={() => void attempt(() => views.change(current, { state }), `已保存视图“${current.name}”`)}
          >
            保存
          </Button>
        )}
        <Button onClick={() => onAsk({ kind: 'create' })}>另存为…</Button>
        {current && isChanged(state, current) && (
          <Button color="inherit" onClick={() => choose(current)} sx={{ ml: 'auto' }}>
            恢复为视图
          </Button>
        )}
      </Stack>
    </Stack>
  );
});

function Heading({ children }: { readonly children: string }) {
  return (
    <Typography component="li" variant="caption" color="textSecondary" sx={{ px: 1, pt: 1 }}>
      {children}
    </Typography>
  );
}
