import CheckOutlined from '@mui/icons-material/CheckOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { IdentityKind } from '#schemas/api/identity.ts';
import { CaseLine } from './case-line.tsx';
import type { IdentityStore } from './identity-store.ts';
import { KIND_LABELS } from './identity-labels.ts';
import { StateChip } from './state-chip.tsx';

interface CardProps {
  readonly title: string;
  readonly opens: readonly string[];
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

/** A certification: what it opens, and below what can be done about it. */
export function Card({ title, opens, mark, children }: CardProps) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        p: 2.5,
        minWidth: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {mark}
      </Stack>
      <Stack component="ul" aria-label="认证后可以" sx={{ gap: 0.75, m: 0, p: 0, listStyle: 'none', flex: 1 }}>
        {opens.map((each) => (
          <Stack key={each} component="li" direction="row" sx={{ gap: 0.75, color: 'text.secondary', fontSize: 13 }}>
            <CheckOutlined aria-hidden sx={{ fontSize: 16, mt: '2px', color: 'primary.main' }} />
            {each}
          </Stack>
        ))}
      </Stack>
      {children}
    </Box>
  );
}

interface CertificationCardProps {
  readonly store: IdentityStore;
  readonly kind: Extract<IdentityKind, 'investor' | 'serviceOrg'>;
  readonly onFill: (kind: IdentityKind, caseId?: string) => void;
}

/** Investor or service organisation: its state, and why it may not be begun. */
export const CertificationCard = observer(function CertificationCard({ store, kind, onFill }: CertificationCardProps) {
  const latest = store.latest(kind);
  const excluded = store.exclusion(kind);
  const { label, opens } = KIND_LABELS[kind];
  const reasonId = `${kind}-excluded`;
  return (
    <Card title={label} opens={opens} mark={latest && <StateChip state={latest.state} />}>
      {excluded && latest?.state !== 'APPROVED' && (
        <Alert id={reasonId} severity="info" variant="outlined">
          {excluded.message}，{excluded.reason}
        </Alert>
      )}
      {latest ? (
        <CaseLine store={store} row={latest} isClosed={excluded !== null} onFill={onFill} />
      ) : (
        <Button
          variant="contained"
          disabled={excluded !== null}
          aria-describedby={excluded ? reasonId : undefined}
          onClick={() => onFill(kind)}
          sx={{ alignSelf: 'flex-start' }}
        >
          开始认证
        </Button>
      )}
    </Card>
  );
});
