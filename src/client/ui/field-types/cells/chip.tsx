import { styled } from '@mui/material/styles';

/** A calm label around an option. */
export const Chip = styled('span')(({ theme }) => ({
  display: 'inline-block',
  maxWidth: '100%',
  padding: '0 6px',
  lineHeight: '20px',
  fontSize: theme.typography.caption.fontSize,
  borderRadius: 4,
  color: theme.palette.text.primary,
  backgroundColor: theme.palette.action.hover,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  '& + &': { marginInlineStart: 4 },
}));
