import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import IconButton from '@mui/material/IconButton';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { DragArea, OrderedList } from '#client/features/metadata/definition-parts/ordered-list.tsx';
import type { NavigationStore } from './navigation-store.ts';

interface NavigationDialogProps {
  readonly store: NavigationStore;
  readonly onClose: () => void;
}

/** The lists of the navigation by their headings: dragged, also to another heading, or moved by the arrow keys. */
export const NavigationDialog = observer(function NavigationDialog({ store, onClose }: NavigationDialogProps) {
  useEffect(() => void store.load(), [store]);
  const { groups, changes, failure } = store;
  return (
    <FormDialog
      title="导航顺序"
      size="sm"
      confirm="保存"
      isReady={changes > 0}
      onSubmit={() => store.save()}
      onClose={onClose}
    >
      <p className="meta-count">
        拖动列表，或选中拖动柄后按上下方向键；可以拖到其他分组。分组用箭头调整先后，运营人员的分组总在其他分组之后。保存后，所有打开的页面会立即更新。
        {changes > 0 && `将修改 ${changes} 个对象。`}
      </p>
      {groups ? (
        <DragArea>
          {groups.map(({ heading, lists }, at) => (
            <section key={heading} className="meta-piece" aria-label={heading}>
              <header>
                <h3>{heading}</h3>
                <span>
                  <IconButton
                    size="small"
                    aria-label={`上移分组 ${heading}`}
                    disabled={at === 0}
                    onClick={() => store.moveHeading(heading, -1)}
                  >
                    <ArrowUpward fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={`下移分组 ${heading}`}
                    disabled={at === groups.length - 1}
                    onClick={() => store.moveHeading(heading, 1)}
                  >
                    <ArrowDownward fontSize="small" />
                  </IconButton>
                </span>
              </header>
              <OrderedList
                label={heading}
                items={lists.map(({ apiName, label, route }) => ({ key: apiName, label, hint: route }))}
                empty="没有列表，可以拖到这里"
                onMove={(from, to) => {
                  const moved = lists[from];
                  if (moved) store.move(moved.apiName, heading, to);
                }}
                onTake={(apiName, index) => store.move(apiName, heading, index)}
              />
            </section>
          ))}
        </DragArea>
      ) : failure === undefined ? (
        <p role="status">正在加载…</p>
      ) : (
        <p role="alert" className="meta-fault">
          {failure}
        </p>
      )}
    </FormDialog>
  );
});
