import ClickAwayListener from '@mui/material/ClickAwayListener';
import Popper from '@mui/material/Popper';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { PopupHead } from '#client/ui/dialogs/popup-head.tsx';
import { QuickFilter } from './quick-filter.tsx';

interface QuickPanelProps extends ComponentProps<typeof QuickFilter> {
  /** The pill that it hangs below. */
  readonly anchor: HTMLElement;
}

/**
 * The filter of one field below its pill. Nothing covers the page meanwhile: a press elsewhere closes it and does what
 * it is meant for, such as opening the next filter.
 */
export function QuickPanel({ anchor, ...quick }: QuickPanelProps) {
  const { field, onDone } = quick;
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    onDone();
    anchor.focus();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => leave(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  // What is typed from now on is for the panel; what was focused in it when it closes leaves the focus to its pill.
  useLayoutEffect(() => {
    const { current } = panel;
    if (current && !current.contains(document.activeElement)) firstOf(current).focus({ preventScroll: true });
    return () => {
      if (current?.contains(document.activeElement)) anchor.focus();
    };
  }, [anchor]);
  return (
    <Popper
      open
      disablePortal
      anchorEl={anchor}
      placement="bottom-start"
      modifiers={[{ name: 'offset', options: { offset: [0, 4] } }]}
      style={{ zIndex: 1200 }}
    >
      <ClickAwayListener
        onClickAway={(event) => {
          // The pill closes it by itself.
          if (!anchor.contains(event.target as Node)) onDone();
        }}
      >
        <div
          ref={panel}
          className="quick-panel popover-frame"
          role="dialog"
          aria-label={`${field.label}筛选`}
          tabIndex={-1}
        >
          <PopupHead id={titleId} title={field.label} onClose={onDone} />
          <QuickFilter {...quick} />
        </div>
      </ClickAwayListener>
    </Popper>
  );
}

/** What applies, else the first control of the filter; the panel itself where a keyboard on the screen would cover it. */
function firstOf(panel: HTMLElement): HTMLElement {
  const content = panel.querySelector('.quick-filter');
  const first = content?.querySelector<HTMLElement>('[aria-pressed=true], input, button');
  return first && !window.matchMedia('(pointer: coarse)').matches ? first : panel;
}
