import AssistantOutlined from '@mui/icons-material/AssistantOutlined';
import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import LiveTvOutlined from '@mui/icons-material/LiveTvOutlined';
import PlaylistPlayOutlined from '@mui/icons-material/PlaylistPlayOutlined';
import type { FeedType } from '#schemas/api/notices.ts';

const ICONS = {
  2: AssistantOutlined,
  3: CampaignOutlined,
  4: InsightsOutlined,
  6: LiveTvOutlined,
  7: PlaylistPlayOutlined,
} as const satisfies Record<FeedType, unknown>;

/** The sign of a system account. */
export function AccountIcon({ type }: { readonly type: FeedType }) {
  const Icon = ICONS[type];
  return (
    <span className="message-icon" data-type={type} aria-hidden>
      <Icon sx={{ fontSize: 20 }} />
    </span>
  );
}
