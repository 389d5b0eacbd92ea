import ForumOutlined from '@mui/icons-material/ForumOutlined';
import type { BubbleProps } from './bubble-props.ts';
import { RequestCard } from './request-card.tsx';

/** Type 11: one asks the other to exchange WeChat. */
export function WeixinRequestBubble(props: BubbleProps) {
  return <RequestCard {...props} icon={<ForumOutlined />} note="同意后，您的微信号将发送给对方。" />;
}
