import { styled } from '@mui/material/styles';
import type { CSSProperties, ComponentProps, ReactNode } from 'react';
import { CONTROL_HEIGHT, focusRing, outline } from './control.tsx';

/**
 * The outline around one line of text, as a plain element: a form draws a screen of these at once, and the full input of
 * the component library costs several times as much for each.
 */
const Boxed = styled('div')(({ theme }) => ({
  ...outline(theme),
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  width: '100%',
  boxSizing: 'border-box',
  padding: '1px 10px',
  '&:hover': { borderColor: theme.palette.text.secondary },
  '&:focus-within': focusRing(theme),
  '&[data-problem]': { borderColor: theme.palette.error.main },
  '&[data-disabled]': { backgroundColor: theme.palette.action.hover, borderColor: theme.palette.divider },
  '& > input': {
    flex: '1 1 40px',
    minWidth: 0,
    height: CONTROL_HEIGHT - 4,
    padding: 0,
    border: 0,
    outline: 0,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    lineHeight: 1.5,
  },
  // Text ends before the arrow.
  '&:has(> svg)': { paddingRight: 34 },
  '& > input[readonly]': { textOverflow: 'ellipsis' },
  '& > input::placeholder': { color: theme.palette.text.primary, opacity: 0.42 },
  '& > input:disabled': { WebkitTextFillColor: theme.palette.text.secondary },
  '& > svg': {
    position: 'absolute',
    right: 6,
    width: 24,
    height: 24,
    fill: theme.palette.action.active,
    pointerEvents: 'none',
  },
}));

/** Numbers are aligned right, in figures of one width. */
export const FIGURES: CSSProperties = { textAlign: 'right', fontVariantNumeric: 'tabular-nums' };

interface TextBoxProps extends ComponentProps<'input'> {
  readonly problem: string | undefined;
  readonly describedBy: string | undefined;
  /** Shown before and behind the text. */
  readonly before?: ReactNode;
  readonly behind?: ReactNode;
}

/** One line of text. There is no DOM `maxlength`: it would cut rare characters in half. */
export function TextBox({ problem, describedBy, before, behind, ...input }: TextBoxProps) {
  return (
    <Boxed data-problem={problem === undefined ? undefined : ''} data-disabled={input.disabled ? '' : undefined}>
      {before}
      <input
        type="text"
        autoComplete="off"
        aria-describedby={describedBy}
        aria-invalid={problem !== undefined}
        {...input}
      />
      {behind}
    </Boxed>
  );
}

/** The arrow of a list that opens. */
export const Arrow = () => (
  <svg viewBox="0 0 24 24" aria-hidden>
    <path d="m7 10 5 5 5-5z" />
  </svg>
);
