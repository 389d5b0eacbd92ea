import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import './hinted.css';

/** How long the words stay after a finger was lifted, in milliseconds. */
const STAYS_MS = 1500;

interface HintedProps {
  /** Id of the words, by which a control is described. */
  readonly id: string;
  readonly words: string;
  /** A touch shows them as well, as for a control that does nothing when it is pressed. */
  readonly byTouch: boolean;
  /** The control. */
  readonly children: ReactNode;
}

/** Words below a control while it is pointed at or has the keyboard's focus. Escape takes them away, and only them. */
export function Hinted({ id, words, byTouch, children }: HintedProps) {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (isWanted: boolean) => {
    clearTimeout(timer.current);
    setShown(isWanted);
  };
  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch') timer.current = setTimeout(() => setShown(false), STAYS_MS);
    else show(false);
  };
  return (
    <span
      role="presentation"
      className="hinted"
      onPointerEnter={({ pointerType }) => show(pointerType !== 'touch' || byTouch)}
      onPointerLeave={leave}
      onFocus={({ target }) => target.matches(':focus-visible') && show(true)}
      onBlur={() => show(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isShown) return;
        event.stopPropagation();
        show(false);
      }}
    >
      {children}
      <span role="tooltip" id={id} className="hint" hidden={!isShown}>
        {words}
      </span>
    </span>
  );
}
