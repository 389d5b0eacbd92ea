import { styled } from '@mui/material/styles';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { CONTROL_HEIGHT, focusRing, labelId, outline } from './control.tsx';

const Pair = styled('div')(({ theme }) => ({
  display: 'inline-flex',
  '& > button': {
    ...outline(theme),
    minHeight: CONTROL_HEIGHT,
    padding: '0 22px',
    fontFamily: 'inherit',
    color: theme.palette.text.secondary,
    cursor: 'pointer',
  },
  '& > button:first-of-type': { borderRadius: `${theme.shape.borderRadius}px 0 0 ${theme.shape.borderRadius}px` },
  '& > button:last-of-type': {
    borderRadius: `0 ${theme.shape.borderRadius}px ${theme.shape.borderRadius}px 0`,
    marginInlineStart: -1,
  },
  '& > button[aria-pressed="true"]': {
    position: 'relative',
    color: theme.palette.primary.main,
    fontWeight: 600,
    borderColor: theme.palette.primary.main,
    backgroundColor: `color-mix(in srgb, ${theme.palette.primary.main} 8%, ${theme.palette.background.paper})`,
  },
  '& > button:focus-visible': { ...focusRing(theme), position: 'relative', outline: 'none' },
  '& > button:disabled': { cursor: 'default', backgroundColor: theme.palette.action.hover },
  '&[data-problem] > button': { borderColor: theme.palette.error.main },
}));

const CHOICES = [
  { value: true, word: '是' },
  { value: false, word: '否' },
] as const;

/** 是 or 否; pressing the chosen one again clears it, because not knowing is a third answer. */
export function BooleanInput({ id, field, value, onChange, onBlur, problem, disabled, describedBy }: InputProps) {
  return (
    <Pair
      role="group"
      aria-labelledby={labelId(id)}
      aria-describedby={describedBy}
      data-problem={problem === undefined ? undefined : ''}
    >
      {CHOICES.map(({ value: choice, word }) => (
        <button
          key={word}
          id={choice ? id : undefined}
          type="button"
          aria-label={`${field.label}：${word}`}
          aria-pressed={value === choice}
          disabled={disabled}
          onClick={() => onChange(value === choice ? undefined : choice)}
          onBlur={onBlur}
        >
          {word}
        </button>
      ))}
    </Pair>
  );
}
