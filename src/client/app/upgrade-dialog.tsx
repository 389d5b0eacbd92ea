import WorkspacePremiumOutlined from '@mui/icons-material/WorkspacePremiumOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import type { UpgradeStore } from './upgrade-store.ts';

/** What a person without VIP is told: the server's message, and what stays open. */
export const UpgradeDialog = observer(function UpgradeDialog({ store }: { readonly store: UpgradeStore }) {
  return (
    <Dialog
      open={store.message !== undefined}
      onClose={store.close}
      maxWidth="xs"
      fullWidth
      aria-labelledby="upgrade-title"
    >
      <DialogTitle id="upgrade-title" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'var(--gold)' }}>
        <WorkspacePremiumOutlined />
        SVIP专享内容
      </DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 1 }}>{store.message}</Typography>
        <Typography variant="body2" color="textSecondary">
          已公开的内容可以继续浏览。在线开通暂未开放，请联系客服办理。
        </Typography>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={store.close}>
          我知道了
        </Button>
      </DialogActions>
    </Dialog>
  );
});
