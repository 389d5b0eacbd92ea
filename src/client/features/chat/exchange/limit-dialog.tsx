import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';

export interface LimitDialogProps {
  /** `offer` names the financing service as a way to more contacts. */
  readonly kind: 'plain' | 'offer';
  /** Address of the financing service, outside of the product or in it. */
  readonly financing: string;
  readonly onClose: () => void;
}

/** A founder's contacts with investors for today have run out (SPEC §8). */
export function LimitDialog({ kind, financing, onClose }: LimitDialogProps) {
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="limit-title">
      <DialogTitle id="limit-title">沟通次数已用完</DialogTitle>
      <DialogContent>
        <Typography>尊敬的创业者，您今日与投资人的沟通次数已用完，请明日再试</Typography>
        {kind === 'offer' && (
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            获取快速融资服务，可获得更多沟通次数
          </Typography>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {kind === 'plain' ? (
          <Button variant="contained" autoFocus onClick={onClose}>
            我知道了
          </Button>
        ) : (
          <>
            <Button color="inherit" onClick={onClose}>
              下次再说
            </Button>
            <Button
              variant="contained"
              autoFocus
              href={financing}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onClose}
            >
              了解快速融资
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
