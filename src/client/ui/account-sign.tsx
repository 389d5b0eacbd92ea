import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import LiveTvOutlined from '@mui/icons-material/LiveTvOutlined';
import PlaylistPlayOutlined from '@mui/icons-material/PlaylistPlayOutlined';
import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined';
import StarBorderRounded from '@mui/icons-material/StarBorderRounded';
import { SYSTEM_TYPES } from '#schemas/generated/api/notices.ts';

const SIGNS = {
  [SYSTEM_TYPES.helper]: SmartToyOutlined,
  [SYSTEM_TYPES.notice]: CampaignOutlined,
  [SYSTEM_TYPES.analyst]: InsightsOutlined,
  [SYSTEM_TYPES.interested]: StarBorderRounded,
  [SYSTEM_TYPES.liveHelper]: LiveTvOutlined,
  [SYSTEM_TYPES.liveFollow]: PlaylistPlayOutlined,
} as const;

/** The one sign of a kind of system account, wherever the account is shown. */
export function AccountSign({ type }: { readonly type: keyof typeof SIGNS }) {
  const Sign = SIGNS[type];
  return <Sign aria-hidden />;
}
