import Popover, { type PopoverActions, type PopoverProps } from '@mui/material/Popover';
import { useCallback, useId, useRef, type ReactNode } from 'react';
import { PopupHead } from './popup-head.tsx';

export interface PopoverFrameProps {
  /** The button that it hangs by. */
  readonly anchor: HTMLElement;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** Where it opens: below the button from its left edge or from its right one, or at the left of it. */
  readonly side?: keyof typeof SIDES;
  /** Id of the whole, for a button that says what it controls. */
  readonly id?: string;
}

type Place = Pick<PopoverProps, 'anchorOrigin' | 'transformOrigin'> & { readonly sx: object };

const SIDES = {
  left: { anchorOrigin: { vertical: 'bottom', horizontal: 'left' }, sx: { mt: '4px' } },
  right: {
    anchorOrigin: { vertical: 'bottom', horizontal: 'right' },
    transformOrigin: { vertical: 'top', horizontal: 'right' },
    sx: { mt: '4px' },
  },
  beside: {
    anchorOrigin: { vertical: 'center', horizontal: 'left' },
    transformOrigin: { vertical: 'center', horizontal: 'right' },
    sx: { ml: '-10px' },
  },
} satisfies Record<string, Place>;

/** What belongs to a button and floats beside it; the focus returns to the button. A sheet on a phone. */
export function PopoverFrame({ anchor, title, children, onClose, side = 'left', id }: PopoverFrameProps) {
  const titleId = useId();
  const { sx, ...place } = SIDES[side];
  const actions = useRef<PopoverActions>(null);
  // What comes later than the rest must not push it out of the window.
  const follow = useCallback((paper: HTMLElement | null) => {
    if (!paper || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => actions.current?.updatePosition());
    observer.observe(paper);
    return () => observer.disconnect();
  }, []);
  return (
    <Popover
      open
      anchorEl={anchor}
      action={actions}
      onClose={onClose}
      {...place}
      slotProps={{
        paper: {
          ref: follow,
          ...(id !== undefined && { id }),
          role: 'dialog',
          'aria-labelledby': titleId,
          className: 'popover-frame',
          sx,
        },
      }}
    >
      <PopupHead id={titleId} title={title} onClose={onClose} />
      {children}
    </Popover>
  );
}
