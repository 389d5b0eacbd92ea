import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { PersonLink } from '#client/ui/person-link.tsx';
import { KIND_LABELS, SHOWN_KINDS, shownValue, typedPhone } from './contact-labels.ts';
import type { OpenedContact } from '#schemas/api/contacts.ts';

interface ContactValuesProps {
  readonly contact: OpenedContact;
  /** Called with what to say once a value is on the clipboard, or could not be put there. */
  readonly onCopied: (words: string) => void;
}

/** The values of a contact that was opened, each to be copied. */
export function ContactValues({ contact, onCopied }: ContactValuesProps) {
  const copy = async (kind: string, value: string) => {
    try {
      await navigator.clipboard.writeText(value);
      onCopied(`${kind}已复制`);
    } catch {
      onCopied('无法写入剪贴板，请手动复制');
    }
  };
  return (
    <Box
      component="dl"
      aria-label={`${contact.name}的联系方式`}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, m: 0, mt: 1.5 }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Term>姓名</Term>
        <Value>
          <PersonLink page={contact.page}>{contact.name}</PersonLink>
        </Value>
      </Box>
      {SHOWN_KINDS.map((kind) => {
        const value = contact[kind];
        if (value === undefined) return null;
        return (
          <Box key={kind} sx={{ minWidth: 0 }}>
            <Term>{KIND_LABELS[kind]}</Term>
            <Value>
              {shownValue(kind, value)}
              <IconButton
                aria-label={`复制${KIND_LABELS[kind]}`}
                onClick={() => void copy(KIND_LABELS[kind], kind === 'phone' ? typedPhone(value) : value)}
                sx={{ ml: 0.5, my: -0.5 }}
              >
                <ContentCopyOutlined sx={{ fontSize: 16 }} />
              </IconButton>
            </Value>
          </Box>
        );
      })}
    </Box>
  );
}

function Term({ children }: { readonly children: string }) {
  return (
    <Typography component="dt" variant="caption" color="textSecondary">
      {children}
    </Typography>
  );
}

function Value({ children }: { readonly children: React.ReactNode }) {
  return (
    <Typography component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}
