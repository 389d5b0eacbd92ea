import Skeleton from '@mui/material/Skeleton';

interface LoadingBlockProps {
  /** pixels */
  height: number;
  label?: string;
  /** in steps of the theme's spacing */
  margin?: number;
}

/** A grey block in the place of content that still loads, announced to screen readers. */
export function LoadingBlock({ height, label = '正在加载', margin = 0 }: LoadingBlockProps) {
  // ARIA forbids a label on a plain span: without the role, screen readers skip it.
  return <Skeleton variant="rounded" height={height} role="img" aria-label={label} sx={{ m: margin }} />;
}
