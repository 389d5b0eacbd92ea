import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { nextState } from '#shared/policy/identity.ts';
import type { ReviewStore } from './review-store.ts';

/** What staff are about to do with the submission that is open. */
export type Deciding = 'approve' | 'reject' | 'revoke';

interface DecisionBarProps {
  readonly store: ReviewStore;
  readonly onDecide: (deciding: Deciding) => void;
}

/** May this be done with the submission that is open? */
export const mayDecide = (store: ReviewStore, deciding: Deciding): boolean =>
  store.dossier !== undefined && nextState(store.dossier.case.state, deciding) !== undefined && !store.decision.isBusy;

/** The decisions that are open now, with their keys. */
export const DecisionBar = observer(function DecisionBar({ store, onDecide }: DecisionBarProps) {
  const { dossier } = store;
  if (!dossier) return null;
  const isPending = nextState(dossier.case.state, 'approve') !== undefined;
  const canRevoke = nextState(dossier.case.state, 'revoke') !== undefined;
  return (
    <Stack
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        gap: 1,
        py: 1.5,
        bgcolor: 'background.default',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        {isPending && (
          <>
            <Button
              variant="contained"
              disabled={store.decision.isBusy}
              aria-keyshortcuts="a"
              onClick={() => onDecide('approve')}
            >
              通过
            </Button>
            <Button
              variant="outlined"
              color="error"
              disabled={store.decision.isBusy}
              aria-keyshortcuts="r"
              onClick={() => onDecide('reject')}
            >
              不通过
            </Button>
          </>
        )}
        {canRevoke && (
          <Button variant="outlined" color="error" disabled={store.decision.isBusy} onClick={() => onDecide('revoke')}>
            撤销认证
          </Button>
        )}
        <Typography variant="body2" color="textSecondary" sx={{ ml: 'auto', display: { xs: 'none', md: 'block' } }}>
          快捷键：J 下一条 · K 上一条{isPending && ' · A 通过 · R 不通过'}
        </Typography>
      </Stack>
    </Stack>
  );
});
