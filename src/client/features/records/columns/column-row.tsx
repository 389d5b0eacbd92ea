import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DragIndicator from '@mui/icons-material/DragIndicator';
import PushPin from '@mui/icons-material/PushPin';
import PushPinOutlined from '@mui/icons-material/PushPinOutlined';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import type { KeyboardEvent } from 'react';

interface ColumnRowProps {
  readonly apiName: string;
  readonly label: string;
  readonly isName: boolean;
  readonly isShown: boolean;
  readonly isPinned: boolean;
  readonly isMovable: boolean;
  readonly isDragged: boolean;
  readonly onToggle: () => void;
  readonly onPin: () => void;
  readonly onMove: (by: -1 | 1) => void;
  /** Undefined when it is let go. */
  readonly onDrag: (apiName: string | undefined) => void;
  readonly onDragOver: () => void;
}

/** One column of the chooser. */
export function ColumnRow(props: ColumnRowProps) {
  const { apiName, label, isName, isShown, isPinned, isMovable, isDragged, onMove } = props;
  const onKey = (event: KeyboardEvent) => {
    if (!isMovable || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <Stack
      component="li"
      direction="row"
      data-column={apiName}
      draggable={isMovable}
      onKeyDown={onKey}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        props.onDrag(apiName);
      }}
      onDragEnd={() => props.onDrag(undefined)}
      onDragEnter={props.onDragOver}
      onDragOver={(event) => event.preventDefault()}
      sx={{ alignItems: 'center', minHeight: 34, opacity: isDragged ? 0.5 : 1, flex: 'none' }}
    >
      <DragIndicator
        aria-hidden
        sx={{ fontSize: 16, color: 'text.secondary', cursor: 'grab', visibility: isMovable ? 'visible' : 'hidden' }}
      />
      <FormControlLabel
        label={label}
        disabled={isName}
        control={<Checkbox size="small" checked={isShown} onChange={props.onToggle} />}
        slotProps={{ typography: { noWrap: true, title: label } }}
        sx={{ flex: 1, minWidth: 0, mr: 0, ml: -0.5 }}
      />
      {isMovable && (
        <>
          <IconButton aria-label={`${label}前移`} data-part="up" onClick={() => onMove(-1)}>
            <ArrowUpward sx={{ fontSize: 16 }} />
          </IconButton>
          <IconButton aria-label={`${label}后移`} data-part="down" onClick={() => onMove(1)}>
            <ArrowDownward sx={{ fontSize: 16 }} />
          </IconButton>
        </>
      )}
      {isShown && !isName && (
        <IconButton aria-label={`固定${label}`} aria-pressed={isPinned} title="固定在左侧" onClick={props.onPin}>
          {isPinned ? <PushPin color="primary" sx={{ fontSize: 16 }} /> : <PushPinOutlined sx={{ fontSize: 16 }} />}
        </IconButton>
      )}
    </Stack>
  );
}
