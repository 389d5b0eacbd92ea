import Check from '@mui/icons-material/Check';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { SavedView, Sharing } from '#schemas/api/views.ts';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';

const SHARING_WORDS: Readonly<Record<Sharing, string>> = { private: '', link: '链接共享', everyone: '所有人可见' };

interface NoViewProps {
  readonly view: undefined;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

interface ViewRowProps extends Omit<NoViewProps, 'view'> {
  readonly view: SavedView;
  readonly onRename: () => void;
  readonly onShare: () => void;
  readonly onCopy: () => void;
  /** Absent where a list opens with no view by itself. */
  readonly onDefault?: (() => void) | undefined;
  readonly onRemove: () => void;
}

/** Whose a view is, in words; a shared view outlives its owner's account. */
const ownerOf = (view: SavedView): string => (view.isMine ? '' : (view.ownerName ?? '已离开的用户'));

/** One view of the menu: a press opens it, the dots say what else can be done. Without a view: the list as it is. */
export function ViewRow(props: ViewRowProps | NoViewProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { view, isCurrent, onChoose } = props;
  const facts = view
    ? [view.isDefault ? '默认' : '', SHARING_WORDS[view.sharing], ownerOf(view)].filter(Boolean)
    : ['默认布局，不加筛选'];
  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center' }}>
      <ButtonBase
        onClick={onChoose}
        aria-current={isCurrent}
        sx={{
          flex: 1,
          minWidth: 0,
          gap: 1,
          px: 1,
          py: 0.5,
          borderRadius: 1,
          justifyContent: 'flex-start',
          textAlign: 'left',
          '&:hover': { bgcolor: 'var(--row-hover)' },
          '&[aria-current=true]': { bgcolor: 'var(--brand-wash)' },
        }}
      >
        <Check sx={{ fontSize: 16, visibility: isCurrent ? 'visible' : 'hidden', color: 'primary.main' }} />
        <Stack sx={{ minWidth: 0 }}>
          <Typography noWrap title={view?.name}>
            {view?.name ?? '全部记录'}
          </Typography>
          {facts.length > 0 && (
            <Typography variant="caption" color="textSecondary" noWrap>
              {facts.join(' · ')}
            </Typography>
          )}
        </Stack>
      </ButtonBase>
      {view && (
        <>
          <IconButton
            aria-label={`视图“${view.name}”的操作`}
            aria-haspopup="menu"
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <MoreHoriz sx={{ fontSize: 18 }} />
          </IconButton>
          <LazyMenu anchor={anchor} onClose={() => setAnchor(null)} choices={choicesOf(props)} />
        </>
      )}
    </Stack>
  );
}

function choicesOf({ view, onRename, onShare, onCopy, onDefault, onRemove }: ViewRowProps) {
  const forAll = [
    ...(onDefault ? [{ label: view.isDefault ? '取消默认' : '设为默认', onChoose: onDefault }] : []),
    { label: '复制链接', onChoose: onCopy },
  ];
  if (!view.isEditable) return forAll;
  return [
    ...forAll,
    { label: '重命名', onChoose: onRename },
    { label: '共享方式', onChoose: onShare },
    { label: '删除', onChoose: onRemove },
  ];
}
