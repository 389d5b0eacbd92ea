import ExpandMore from '@mui/icons-material/ExpandMore';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LatePopover } from '#client/ui/late-popups.tsx';
import type { ListState } from '#client/features/records/list/list-state.ts';
import type { Toast } from '#client/features/records/list/list-toast.tsx';
import { isChanged, type SavedViewsStore } from './saved-views-store.ts';
import type { ViewQuestion } from './view-dialogs.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';

const ViewPanel = lazy(async () => ({ default: (await import('./view-panel.tsx')).ViewPanel }));
const ViewDialog = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).ViewDialog }));
const ListToast = lazy(async () => ({
  default: (await import('#client/features/records/list/list-toast.tsx')).ListToast,
}));

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
      <LatePopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': '视图', sx: { mt: 0.5 } } }}
      >
        <Suspense fallback={<div style={{ width: 320, height: 220 }} />}>
          <ViewPanel
            {...shared}
            onClose={close}
            onAsk={(asked) => {
              close();
              setQuestion(asked);
            }}
          />
        </Suspense>
      </LatePopover>
      {question && (
        <Suspense fallback={null}>
          <ViewDialog {...shared} question={question} onClose={() => setQuestion(undefined)} />
        </Suspense>
      )}
      {toast && (
        <Suspense fallback={null}>
          <ListToast toast={toast} onClose={() => setToast(undefined)} />
        </Suspense>
      )}
    </div>
  );
});
