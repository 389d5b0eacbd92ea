import ExpandMore from '@mui/icons-material/ExpandMore';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { LazyPopover } from '#client/ui/lazy-popups.tsx';
import type { ListState } from '#shared/lists/list-state.ts';
import type { Toast } from '#client/features/records/base/list-toast.tsx';
import { lazyPart, reserved } from '#client/ui/lazy-part.tsx';
import { isChanged, type SavedViewsStore } from './saved-views-store.ts';
import type { ViewQuestion } from './view-dialogs.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';

const ViewPanel = lazyPart(
  async () => (await import('./view-panel.tsx')).ViewPanel,
  reserved(<div style={{ width: 320, height: 220 }} />),
);
const ViewDialog = lazyPart(async () => (await import('./view-dialogs.tsx')).ViewDialog);
const ListToast = lazyPart(async () => (await import('#client/features/records/base/list-toast.tsx')).ListToast);

const ALL_RECORDS = '全部记录';

interface ViewMenuProps {
  readonly views: SavedViewsStore;
  readonly objectApiName: string;
  readonly state: ListState;
  readonly onChange: (next: ListState) => void;
}

/** Which saved view the list shows and whether it has been changed since; a press opens all of them. */
export const ViewMenu = observer(function ViewMenu({ views, objectApiName, state, onChange }: ViewMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [question, setQuestion] = useState<ViewQuestion>();
  const [toast, setToast] = useState<Toast>();
  const current = views.view(state.view);
  useEffect(() => {
    if (state.view !== undefined && !views.view(state.view)) void views.open(state.view);
  }, [views, state.view]);
  const close = () => setAnchor(null);
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
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': '视图', sx: { mt: 0.5 } } }}
      >
        <ViewPanel
          {...shared}
          onClose={close}
          onAsk={(asked) => {
            close();
            setQuestion(asked);
          }}
        />
      </LazyPopover>
      {question && <ViewDialog {...shared} question={question} onClose={() => setQuestion(undefined)} />}
      {toast && <ListToast toast={toast} onClose={() => setToast(undefined)} />}
    </div>
  );
});
