import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import type { BubbleProps } from './bubble-props.ts';
import { RequestCard } from './request-card.tsx';

/** Type 10: one asks the other to exchange phone numbers. */
export function PhoneRequestBubble(props: BubbleProps) {
  return <RequestCard {...props} icon={<PhoneOutlined />} note="同意后，您的手机号将发送给对方。" />;
}
