import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';

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
    <DialogFrame
      title="沟通次数已用完"
      onClose={onClose}
      actions={
        <>
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
        </>
      }
    >
      <Typography>尊敬的创业者，您今日与投资人的沟通次数已用完，请明日再试</Typography>
      {kind === 'offer' && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          获取快速融资服务，可获得更多沟通次数
        </Typography>
      )}
    </DialogFrame>
  );
}
