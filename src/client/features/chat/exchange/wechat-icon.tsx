import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

/** Two bubbles, one before the other. */
export function WechatIcon(props: SvgIconProps) {
  return (
    <SvgIcon {...props}>
      <path d="M9.2 3C4.9 3 1.5 5.9 1.5 9.5c0 2 1.1 3.8 2.8 5l-.7 2.2 2.6-1.3c.9.3 1.9.4 2.9.4h.5a5.6 5.6 0 0 1-.2-1.5c0-3.4 3.2-6.1 7.1-6.1h.4C16.2 5.2 13 3 9.2 3ZM6.7 6.6a1 1 0 1 1 0 2.1 1 1 0 0 1 0-2.1Zm5 0a1 1 0 1 1 0 2.1 1 1 0 0 1 0-2.1Z" />
      <path d="M22.5 14.3c0-2.9-2.8-5.2-6.2-5.2s-6.2 2.3-6.2 5.2 2.8 5.3 6.2 5.3c.7 0 1.4-.1 2.1-.3l2.1 1.1-.5-1.8c1.5-1 2.5-2.5 2.5-4.3Zm-8.3-2.1a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Zm4.2 0a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Z" />
    </SvgIcon>
  );
}
