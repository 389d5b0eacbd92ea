import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import type { UploadState } from './use-upload.ts';

interface UploadProgressProps {
  readonly state: UploadState;
  readonly onCancel: () => void;
}

/** How far an upload has gone, with the way to give it up; or what became of it when that was nothing good. */
export function UploadProgress({ state: { name = '', share, fault }, onCancel }: UploadProgressProps) {
  if (fault !== undefined)
    return (
      <span className="upload-fault" role="alert">
        {fault}
      </span>
    );
  if (share === undefined) return null;
  // Before the first byte there is nothing to show, and after the last the server still looks into the file.
  const isUnknown = share === 0 || share === 1;
  return (
    <div className="upload-progress" role="status">
      <LinearProgress
        variant={isUnknown ? 'indeterminate' : 'determinate'}
        value={Math.round(share * 100)}
        aria-label={`正在上传 ${name}`}
        sx={{ flex: 1 }}
      />
      <Button size="small" color="inherit" aria-label="取消上传" onClick={onCancel}>
        取消
      </Button>
    </div>
  );
}
