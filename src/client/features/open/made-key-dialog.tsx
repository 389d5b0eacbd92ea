import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';

interface MadeKeyDialogProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** The whole key, for the only time. */
export function MadeKeyDialog({ name, secret, onClose }: MadeKeyDialogProps) {
  return (
    <DialogFrame
      title={`密钥“${name}”`}
      size="sm"
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          已保存
        </Button>
      }
    >
      <div className="developer-form">
        <Alert severity="warning">密钥只显示这一次，请立即复制并妥善保存。遗失后只能更换。</Alert>
        <div className="developer-code">
          <code>{secret}</code>
          <CopyButton value={secret} label="密钥" />
        </div>
      </div>
    </DialogFrame>
  );
}
