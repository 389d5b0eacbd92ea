import './tokens.css';
import { createTheme } from '@mui/material/styles';

/** A colour of tokens.css, as a custom property that follows the theme. */
const token = (name: string): string => `var(--${name})`;
/** A share of a colour in per cent over another. */
const mix = (colour: string, percent: number, other: string): string =>
  `color-mix(in srgb, ${colour} ${percent}%, ${other})`;

const TEXT = token('text');
const PAPER = token('paper');
const share = (percent: number): string => mix(TEXT, percent, 'transparent');

/** Where the focus is. */
const RING = { outline: `2px solid ${token('brand')}`, outlineOffset: '1px' };

const PHONE = '@media (max-width: 599px)';

interface Colour {
  readonly main: string;
  readonly dark?: string;
  readonly on?: string;
}

/** A colour of the palette with its shades; MUI itself could only compute them of a literal. */
const colour = ({ main, dark = mix(token(main), 80, TEXT), on = 'paper' }: Colour) => ({
  main: token(main),
  dark,
  light: mix(token(main), 82, PAPER),
  contrastText: token(on),
});

const made = createTheme({
  palette: {
    // MUI would compute it from a literal: the letters on a filled part.
    getContrastText: () => PAPER,
    primary: colour({ main: 'brand', dark: token('brand-strong'), on: 'on-brand' }),
    secondary: colour({ main: 'accent' }),
    info: colour({ main: 'info' }),
    warning: colour({ main: 'gold' }),
    error: colour({ main: 'danger', on: 'on-danger' }),
    success: colour({ main: 'success' }),
    text: { primary: TEXT, secondary: token('text-soft'), disabled: mix(TEXT, 42, PAPER) },
    divider: token('line'),
    background: { default: token('canvas'), paper: PAPER },
    action: {
      active: token('text-soft'),
      hover: share(5),
      selected: share(9),
      disabled: share(34),
      disabledBackground: share(11),
      focus: share(11),
    },
    grey: { 100: token('wash-strong'), 300: token('line-strong'), 400: token('line-input'), A100: token('line') },
  },
  shape: { borderRadius: 6 },
  spacing: 8,
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1280, xl: 1800 } },
  typography: {
    fontFamily: token('font'),
    fontSize: 14,
    h1: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.4 },
    h2: { fontSize: '1.0625rem', fontWeight: 600, lineHeight: 1.4 },
    h3: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.4 },
    body1: { fontSize: '0.875rem', lineHeight: 1.6 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.6 },
    caption: { fontSize: '0.75rem', lineHeight: 1.5 },
    button: { textTransform: 'none', fontWeight: 500, letterSpacing: 0 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums' },
        ':focus-visible': RING,
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
        },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      // MUI takes the ring away for its ripple, which we have not.
      styleOverrides: { root: { '&:focus-visible': RING } },
    },
    MuiButton: { defaultProps: { disableElevation: true, size: 'small' } },
    MuiIconButton: { defaultProps: { size: 'small' } },
    MuiTextField: { defaultProps: { size: 'small' } },
    // A label is above its field, its help below it: as in forms and on the pages without MUI.
    MuiFormLabel: {
      styleOverrides: {
        root: { font: token('font-label'), color: token('text-soft') },
        asterisk: { color: token('danger') },
      },
    },
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        root: { position: 'static', transform: 'none', maxWidth: 'none', marginBottom: 4, whiteSpace: 'normal' },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { margin: '4px 0 0', font: token('font-help') } } },
    MuiSelect: { defaultProps: { size: 'small' } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { '&:not(:hover):not(.Mui-focused):not(.Mui-error) fieldset': { borderColor: token('line-input') } },
        // Without the gap for a label in the frame.
        notchedOutline: { top: 0, '& > legend': { display: 'none' } },
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 } },
    MuiPopover: {
      styleOverrides: {
        paper: {
          border: `1px solid ${token('line')}`,
          borderRadius: token('radius-large'),
          boxShadow: token('shadow'),
          backgroundColor: token('paper-raised'),
        },
      },
    },
    MuiDialog: {
      styleOverrides: {
        container: { [PHONE]: { alignItems: 'flex-end' } },
        paper: {
          borderRadius: token('radius-large'),
          boxShadow: token('shadow'),
          backgroundColor: token('paper-raised'),
          // A sheet at the lower edge, up to the whole screen.
          [PHONE]: {
            width: '100%',
            maxWidth: 'none',
            maxHeight: '100dvh',
            margin: 0,
            borderRadius: `${token('radius-bubble')} ${token('radius-bubble')} 0 0`,
          },
        },
      },
    },
    MuiTooltip: {
      styleOverrides: {
        tooltip: {
          backgroundColor: token('ink'),
          color: token('on-ink'),
          fontSize: '0.75rem',
          maxWidth: 420,
          whiteSpace: 'pre-wrap',
        },
      },
    },
    MuiMenuItem: {
      // A list cuts off what reaches over its edge.
      styleOverrides: { root: { fontSize: '0.875rem', minHeight: 36, '&:focus-visible': { outlineOffset: '-2px' } } },
    },
  },
});

/** An amount as MUI gives it, e.g. 0.04 or `0.08 + 0.04`, in whole per cent. */
const percent = (amount: number | string): number =>
  Math.round(
    100 *
      String(amount)
        .split('+')
        .map(Number)
        .reduce((sum, part) => sum + part, 0),
  );

/**
 * The theme of every MUI part. Its colours are custom properties, which MUI cannot compute with; the browser mixes them
 * where a part asks for a shade: lighter is nearer to the paper, darker nearer to the text, whichever theme holds.
 */
export const theme: typeof made = Object.assign(made, {
  alpha: (value: string, opacity: number | string) => mix(value, percent(opacity), 'transparent'),
  lighten: (value: string, amount: number | string) => mix(value, 100 - percent(amount), PAPER),
  darken: (value: string, amount: number | string) => mix(value, 100 - percent(amount), TEXT),
});
