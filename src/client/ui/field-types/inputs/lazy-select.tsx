import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Chip } from '#client/ui/field-types/cells/chip.tsx';
import { Arrow, TextBox } from './text-box.tsx';

/** How a chooser was reached: a pointer wants the list open at once, a keyboard not yet. */
export type Reached = 'pointer' | 'keyboard';

interface LazySelectProps {
  readonly id: string;
  /** What is chosen, as it reads; several are chips. */
  readonly text: string;
  readonly chips?: readonly string[];
  readonly hint: string;
  readonly problem: string | undefined;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly describedBy: string | undefined;
  /** The real chooser. It must give its control the same id. */
  readonly children: (reached: Reached) => ReactNode;
}

/**
 * Looks like a chooser and becomes one when the focus comes. The list machinery of one chooser costs as much to draw as
 * ten text boxes, and most of those on a form are never touched.
 */
export function LazySelect(props: LazySelectProps) {
  const { id, text, chips = [], hint, problem, disabled, required, describedBy, children } = props;
  const [reached, setReached] = useState<Reached>();
  const pressed = useRef(false);
  useLayoutEffect(() => {
    const control = reached ? document.getElementById(id) : null;
    control?.focus();
    // What is typed now takes the place of what is chosen, as in a chooser that was there before.
    if (control instanceof HTMLInputElement) control.select();
  }, [reached, id]);

  if (reached) return children(reached);
  return (
    <TextBox
      {...{ id, problem, disabled, describedBy }}
      role="combobox"
      aria-expanded={false}
      aria-controls={`${id}-listbox`}
      aria-haspopup="listbox"
      aria-required={required}
      value={text}
      readOnly
      placeholder={chips.length > 0 ? '' : hint}
      onPointerDown={() => {
        pressed.current = true;
      }}
      onFocus={() => setReached(pressed.current ? 'pointer' : 'keyboard')}
      before={chips.map((chip) => (
        <Chip key={chip}>{chip}</Chip>
      ))}
      behind={<Arrow />}
    />
  );
}
