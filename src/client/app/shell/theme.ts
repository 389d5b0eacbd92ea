import { createTheme } from '@mui/material/styles';

/** Every colour, size and face of the product. Screens use these names and no literal of their own. */
const INK = '#0e3a47';
const INK_SOFT = '#174b5a';
const TEAL = '#0b6b7c';
const CORAL = '#b8431f';
const GOLD = '#8a5a08';
const BLUE = '#1f5fa8';
const TEXT = '#17262c';
const TEXT_SOFT = '#526168';
const LINE = '#dfe6e8';
const CANVAS = '#f3f6f7';
const DANGER = '#b3261e';
const SUCCESS = '#1f7a4d';
const SHADOW = '0 8px 28px rgb(14 58 71 / 16%)';

const FONT = [
  '"PingFang SC"',
  '"Microsoft YaHei"',
  '"Noto Sans CJK SC"',
  '"Noto Sans SC"',
  '"Source Han Sans SC"',
  'system-ui',
  'sans-serif',
].join(',');

/** Tokens that plain CSS uses, as custom properties of the root. */
const CSS_TOKENS = {
  '--ink': INK,
  '--ink-soft': INK_SOFT,
  '--brand': TEAL,
  '--brand-wash': '#e6f2f4',
  '--accent': CORAL,
  '--gold': GOLD,
  '--gold-wash': '#fbf3e0',
  '--text': TEXT,
  '--text-soft': TEXT_SOFT,
  '--line': LINE,
  '--line-strong': '#c3ced2',
  '--line-input': '#84959c',
  '--canvas': CANVAS,
  '--paper': '#ffffff',
  /* Backgrounds between the canvas and the paper, the strong one also for thin lines and what is still loading. */
  '--wash': '#f7fafa',
  '--wash-strong': '#ecf1f2',
  '--text-faint': '#93a2a9',
  '--ink-bright': '#1c6172',
  '--ink-deep': '#04181f',
  '--brand-ink': '#08545f',
  '--brand-tint': '#dcedf0',
  '--brand-line': '#c8e0e5',
  '--gold-ink': '#5d3c05',
  '--gold-line': '#ecd9ab',
  '--danger': DANGER,
  '--danger-bright': '#c62f2a',
  '--danger-ink': '#8c1d18',
  '--danger-wash': '#fdf1f0',
  '--danger-line': '#eab6b1',
  '--success': SUCCESS,
  '--success-bright': '#1f9d63',
  '--success-ink': '#14532f',
  '--success-wash': '#e8f4ee',
  '--success-line': '#b7dcc8',
  '--focus-on-ink': '#7fd0e0',
  '--selection': '#0064ff',
  '--row-hover': '#f2f8f9',
  '--row-active': '#e6f2f4',
  /* Series of charts, in this order: each at least 3:1 against the paper and told apart without red and green. */
  '--chart-1': '#0b6b7c',
  '--chart-2': '#d0722b',
  '--chart-3': '#5577b8',
  '--chart-4': '#9a7b16',
  '--chart-5': '#3d9480',
  '--chart-6': '#a0507c',
  '--chart-7': '#7d8796',
  '--chart-8': '#7a5aa6',
  '--radius-small': '4px',
  '--radius': '6px',
  '--radius-card': '8px',
  '--radius-large': '10px',
  '--radius-bubble': '14px',
  '--shadow': SHADOW,
  '--shadow-small': '0 3px 12px rgb(14 58 71 / 18%)',
  '--shadow-hero': '0 24px 60px rgb(4 24 31 / 38%)',
  '--font-mini': '0.6875rem',
  '--font-small': '0.75rem',
  '--font-note': '0.8125rem',
  '--font-base': '0.875rem',
  '--font-lead': '0.9375rem',
  '--font-title': '1rem',
  '--font-heading': '1.125rem',
  '--font': FONT,
  '--top-bar': '52px',
  '--side-bar': '204px',
  /* The round buttons that float above every page, and the strip beside or below the content that is theirs. */
  '--sphere': '44px',
  '--sphere-strip': '64px',
  '--sphere-small': '36px',
  '--sphere-small-strip': '46px',
} as const;

/** The theme of every MUI part. */
export const theme = createTheme({
  palette: {
    mode: 'light',
    primary: { main: TEAL, dark: INK, light: '#3f8b98', contrastText: '#ffffff' },
    secondary: { main: CORAL, contrastText: '#ffffff' },
    info: { main: BLUE },
    warning: { main: GOLD },
    error: { main: DANGER },
    success: { main: SUCCESS },
    text: { primary: TEXT, secondary: TEXT_SOFT },
    divider: LINE,
    background: { default: CANVAS, paper: '#ffffff' },
  },
  shape: { borderRadius: 6 },
  spacing: 8,
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1280, xl: 1800 } },
  typography: {
    fontFamily: FONT,
    fontSize: 14,
    h1: { fontSize: '1.375rem', fontWeight: 600, lineHeight: 1.35 },
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
        ':root': CSS_TOKENS,
        body: { fontVariantNumeric: 'tabular-nums' },
        ':focus-visible': { outline: `2px solid ${TEAL}`, outlineOffset: '1px' },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
        },
      },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: { defaultProps: { disableElevation: true, size: 'small' } },
    MuiIconButton: { defaultProps: { size: 'small' } },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiSelect: { defaultProps: { size: 'small' } },
    MuiPaper: { defaultProps: { elevation: 0 } },
    MuiPopover: {
      styleOverrides: { paper: { border: `1px solid ${LINE}`, boxShadow: SHADOW } },
    },
    MuiDialog: { styleOverrides: { paper: { borderRadius: 10 } } },
    MuiTooltip: {
      styleOverrides: { tooltip: { backgroundColor: INK, fontSize: '0.75rem', maxWidth: 420, whiteSpace: 'pre-wrap' } },
    },
    MuiMenuItem: { styleOverrides: { root: { fontSize: '0.875rem', minHeight: 36 } } },
  },
});
