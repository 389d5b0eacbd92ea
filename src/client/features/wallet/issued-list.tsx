import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { IssuedCodes } from '#schemas/api/orders.ts';
import { codesCsv } from './codes-csv.ts';
import './coins.css';

interface IssuedListProps {
  readonly issued: IssuedCodes;
  readonly onLeave: () => void;
  readonly onDownload: (name: string, text: string) => void;
}

/** Codes that were just issued, whole. */
export function IssuedList({ issued, onLeave, onDownload }: IssuedListProps) {
  const { codes, product } = issued;
  return (
    <>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          完整兑换码只显示这一次，请立即下载或抄录。
        </Alert>
        <p className="coins-soft">
          {product.name}，共 {codes.length} 个
        </p>
        <ul className="coins-issued" aria-label="兑换码">
          {codes.map((code) => (
            <li key={code} className="coins-code">
              {code}
            </li>
          ))}
        </ul>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onLeave}>
          已保存，关闭
        </Button>
        <Button variant="contained" onClick={() => onDownload(`兑换码-${product.name}.csv`, codesCsv(issued))}>
          下载 CSV
        </Button>
      </DialogActions>
    </>
  );
}
