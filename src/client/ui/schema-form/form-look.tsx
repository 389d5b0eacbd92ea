import { styled } from '@mui/material/styles';

/**
 * The look of a whole form in one style sheet: its parts are plain elements with class names, because a styled component
 * for each of 500 fields is most of what a form costs to draw.
 */
export const FormLook = styled('div')(({ theme }) => ({
  '& .jt-section': {
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 320px',
    padding: theme.spacing(2, 2.5, 2.5),
    backgroundColor: theme.palette.background.paper,
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
    scrollMarginTop: 72,
  },
  // A dialog says what its form is called.
  '.MuiDialog-root & .jt-section:only-of-type': {
    contentVisibility: 'visible',
    padding: 0,
    border: 0,
    '& > h2': { display: 'none' },
  },
  '& .jt-section + .jt-section': { marginTop: theme.spacing(1.5) },
  '& .jt-section > h2': { ...theme.typography.h3, margin: 0, color: theme.palette.text.primary },
  '& .jt-section > p': {
    ...theme.typography.caption,
    margin: theme.spacing(0.25, 0, 0),
    color: theme.palette.text.secondary,
  },
  '& .jt-stretches': { display: 'grid', gap: theme.spacing(1.5), marginTop: theme.spacing(1.5) },
  '& .jt-grid': {
    display: 'grid',
    gridTemplateColumns: 'repeat(var(--columns), minmax(0, 1fr))',
    gap: theme.spacing(1.5, 2.5),
    [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  '& .jt-row': { gridColumn: '1 / -1' },
  '& .jt-label': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 20,
    marginBottom: 4,
    font: 'var(--font-label)',
    color: theme.palette.text.secondary,
  },
  '& .jt-star': { marginInlineStart: 3, color: theme.palette.error.main },
  '& .jt-tool': { marginInlineStart: 'auto', opacity: 0, lineHeight: 0 },
  '& .jt-field:hover .jt-tool, & .jt-field:focus-within .jt-tool': { opacity: 1 },
  '@media (hover: none)': { '& .jt-tool': { opacity: 1 } },
  '& .jt-note': { font: 'var(--font-help)', color: theme.palette.text.secondary },
  '& .jt-note > *': { display: 'block', marginTop: 4 },
  '& .jt-elsewhere': {
    marginBottom: theme.spacing(1.5),
    padding: theme.spacing(1.5, 2.5),
    color: theme.palette.error.main,
    backgroundColor: theme.palette.background.paper,
    border: `1px solid ${theme.palette.error.main}`,
    borderRadius: theme.shape.borderRadius,
    fontSize: theme.typography.body2.fontSize,
    scrollMarginTop: 72,
    '& p, & ul': { margin: 0 },
    '& ul': { marginTop: theme.spacing(0.5), paddingInlineStart: theme.spacing(2.5) },
  },
  '& .jt-problem': { color: theme.palette.error.main },
  '& .jt-note .jt-secret': { display: 'flex', alignItems: 'center', gap: 4 },
  '& .jt-secret svg': { flex: 'none', width: 14, height: 14, fill: 'currentColor' },
  // Rows of 70 pixels, each a label and a control; the labels are there to be searched, not to be read.
  '& .jt-waiting': {
    contentVisibility: 'auto',
    height: 'calc(var(--rows) * 70px - 12px)',
    overflow: 'hidden',
    color: 'transparent',
    userSelect: 'none',
    background: `repeating-linear-gradient(transparent 0 24px, ${theme.palette.action.hover} 24px 58px, transparent 58px 70px)`,
  },
}));
