import Button from '@mui/material/Button';
import { PanelFrame } from './contact-panel.tsx';
import { PanelRow } from './panel-row.tsx';

/** What a visitor, who is not signed in, sees in the place of a contact. */
export function VisitorPanel({ onSignIn }: { readonly onSignIn: () => void }) {
  return (
    <PanelFrame>
      <PanelRow title="联系人" line="登录后查看联系方式">
        <Button variant="outlined" onClick={onSignIn}>
          登录
        </Button>
      </PanelRow>
    </PanelFrame>
  );
}
