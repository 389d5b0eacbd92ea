import ExpandMore from '@mui/icons-material/ExpandMore';
import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import type { SavedView } from '#schemas/api/views.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { LazyPopover } from '#client/ui/lazy-popups.tsx';
import type { ListState } from '#shared/lists/list-state.ts';
import { lazyPart, reserved } from '#client/ui/lazy-part.tsx';
import { isChanged, type SavedViewsStore } from './saved-views-store.ts';
import type { ViewQuestion } from './view-dialogs.tsx';
import type { ViewWord } from './view-word.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';

const ViewPanel = lazyPart(
  async () => (await import('./view-panel.tsx')).ViewPanel,
  reserved(<div style={{ width: 320, height: 220 }} />),
);
const ViewDialog = lazyPart(async () => (await import('./view-dialogs.tsx')).ViewDialog);
const Toast = lazyPart(async () => (await import('#client/ui/toast.tsx')).Toast);

const ALL_RECORDS = '全部记录';

interface ViewMenuProps {
  readonly views: SavedViewsStore;
  readonly objectApiName: string;
  readonly state: ListState;
  /** What a view of this state may be called. */
  readonly proposedName: () => string;
  readonly onChange: (next: ListState) => void;
  /** Of a list with a condition of its own: is a view one of it? Such a list opens with no view by itself. */
  readonly isOf?: ((view: SavedView) => boolean) | undefined;
  /** What another feature offers for the view that is open, or for a list that would have to be saved as one first. */
  readonly further?: ((viewId: string | undefined, onNeed: () => void) => ReactNode) | undefined;
}

/** Which saved view the list shows and whether it has been changed since; a press opens all of them. */
export const ViewMenu = observer(function ViewMenu(props: ViewMenuProps) {
  const { views, objectApiName, state, proposedName, onChange, isOf, further } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [question, setQuestion] = useState<ViewQuestion>();
  const [toast, setToast] = useState<ViewWord>();
  const current = views.view(state.view);
  useEffect(() => {
    if (state.view !== undefined && !views.view(state.view)) void views.open(state.view);
  }, [views, state.view]);
  const close = () => setAnchor(null);
  const save = async (view: SavedView) => {
    const failure = await views.change(view, { state }).then(
      () => undefined,
      (thrown: unknown) => asFailure(thrown).message,
    );
    setToast({ words: failure ?? `已保存视图“${view.name}”` });
  };
  const shared = { views, objectApiName, state, onChange, onToast: setToast };
  return (
    <div className="view-menu">
      <PlainButton
        tone="quiet"
        className="view-menu-name"
        aria-haspopup="dialog"
        aria-label={`视图：${current?.name ?? ALL_RECORDS}`}
        title={current?.name}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span>{current?.name ?? ALL_RECORDS}</span>
        <ExpandMore />
      </PlainButton>
      {current && isChanged(state, current) && <small className="view-changed">已修改</small>}
      {isChanged(state, current) && (
        <PlainButton
          className="view-save"
          onClick={() => (current?.isEditable === true ? void save(current) : setQuestion({ kind: 'create' }))}
        >
          保存视图
        </PlainButton>
      )}
      {further?.(current?.id, () => setQuestion({ kind: 'create' }))}
      <LazyPopover anchor={anchor} title="视图" onClose={close}>
        <ViewPanel
          {...shared}
          isOf={isOf}
          onClose={close}
          onAsk={(asked) => {
            close();
            setQuestion(asked);
          }}
        />
      </LazyPopover>
      {question && (
        <ViewDialog
          {...shared}
          proposedName={proposedName}
          question={question}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {toast && (
        <Toast key={toast.words} onUndo={toast.onUndo} onEnd={() => setToast(undefined)}>
          {toast.words}
        </Toast>
      )}
    </div>
  );
});
