import InputBase, { inputBaseClasses } from '@mui/material/InputBase';
import { styled, type Theme } from '@mui/material/styles';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';

/** Height of a one-line control in pixels; also at least the target size that WCAG 2.2 asks for. */
export const CONTROL_HEIGHT = 34;

/** The outline that every control has, whatever element it is. */
export const outline = (theme: Theme) => ({
  minHeight: CONTROL_HEIGHT,
  fontSize: theme.typography.body1.fontSize,
  color: theme.palette.text.primary,
  backgroundColor: theme.palette.background.paper,
  border: '1px solid var(--line-input)',
  borderRadius: theme.shape.borderRadius,
});

/** Edge and halo of the control that has the focus. */
export const focusRing = (theme: Theme) => ({
  borderColor: theme.palette.primary.main,
  boxShadow: `0 0 0 3px color-mix(in srgb, ${theme.palette.primary.main} 18%, transparent)`,
});

/** The box of a text control: what other controls put their own element into. */
export const Control = styled(InputBase)(({ theme }) => ({
  ...outline(theme),
  width: '100%',
  padding: '0 10px',
  gap: 6,
  lineHeight: 1.5,
  '&:hover': { borderColor: theme.palette.text.secondary },
  [`&.${inputBaseClasses.focused}`]: focusRing(theme),
  [`&.${inputBaseClasses.error}`]: { borderColor: theme.palette.error.main },
  [`&.${inputBaseClasses.disabled}`]: {
    backgroundColor: theme.palette.action.hover,
    borderColor: theme.palette.divider,
  },
  [`& .${inputBaseClasses.input}`]: { padding: '5px 0', height: 22, boxSizing: 'border-box', minWidth: 0 },
  [`& textarea.${inputBaseClasses.input}`]: { height: 'auto', padding: '6px 0' },
  [`& .${inputBaseClasses.input}.${inputBaseClasses.disabled}`]: { WebkitTextFillColor: theme.palette.text.secondary },
}));

/** Small words inside a control: units, counters. */
export const Inside = styled('span')(({ theme }) => ({
  flex: 'none',
  color: theme.palette.text.secondary,
  fontSize: theme.typography.caption.fontSize,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
}));

/** A native list of few choices, in the outline of a control. */
export const NativeChoice = styled('select')(({ theme }) => ({
  ...outline(theme),
  padding: '0 6px',
  fontFamily: 'inherit',
  '&:hover': { borderColor: theme.palette.text.secondary },
  '&:focus-visible': { ...focusRing(theme), outline: 'none' },
  '&:disabled': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.secondary, opacity: 1 },
}));

/** What every control of a field takes over from its form. */
export const controlProps = (
  props: Pick<InputProps, 'id' | 'problem' | 'disabled' | 'required' | 'describedBy' | 'onBlur'>,
) => {
  const { id, problem, disabled = false, required, describedBy, onBlur } = props;
  return { id, problem, disabled, required, describedBy, onBlur };
};

/** Id of the visible label of a control, by the control's id. */
export const labelId = (id: string): string => `${id}-label`;
