import { styled } from '@mui/material/styles';
import { focusRing, outline } from './control.tsx';

/** An upload input whole: the place where a file is dropped, how far it has gone, and what is wrong with it. */
export const UploadLook = styled('div')(({ theme }) => ({
  '--cell-picture': '64px',
  '& .upload-box': {
    ...outline(theme),
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    padding: '10px 12px',
    minHeight: 64,
    boxSizing: 'border-box',
  },
  '& .upload-box[data-empty]': { borderStyle: 'dashed' },
  '& .upload-box[data-problem]': { borderColor: theme.palette.error.main },
  '& .upload-box[data-over]': { ...focusRing(theme), backgroundColor: theme.palette.action.hover },
  '& .upload-picture': { flex: 'none', maxWidth: '40%', lineHeight: 0, borderRadius: theme.shape.borderRadius },
  '& .upload-words': { display: 'grid', gap: 6, minWidth: 0, flex: 1 },
  '& .upload-name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .upload-acts': { display: 'flex', flexWrap: 'wrap', gap: 6 },
  '& .upload-hint': { fontSize: theme.typography.caption.fontSize, color: theme.palette.text.secondary },
  '& .upload-progress': { display: 'flex', alignItems: 'center', gap: 8, marginTop: 6 },
  '& .upload-fault': {
    display: 'block',
    marginTop: 3,
    fontSize: theme.typography.caption.fontSize,
    color: theme.palette.error.main,
  },
}));
