import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import type { BubbleProps } from './bubble-props.ts';
import { RequestCard } from './request-card.tsx';

/** Type 12: one asks for the business plan of the other. */
export function BpRequestBubble(props: BubbleProps) {
  return <RequestCard {...props} icon={<DescriptionOutlined />} note="同意后，请选择要发送的BP。" />;
}
