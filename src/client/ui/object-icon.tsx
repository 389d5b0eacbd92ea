import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import AgricultureOutlined from '@mui/icons-material/AgricultureOutlined';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import BoltOutlined from '@mui/icons-material/BoltOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import FactoryOutlined from '@mui/icons-material/FactoryOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import FormatListBulletedOutlined from '@mui/icons-material/FormatListBulletedOutlined';
import GavelOutlined from '@mui/icons-material/GavelOutlined';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined';
import HubOutlined from '@mui/icons-material/HubOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import LightbulbOutlined from '@mui/icons-material/LightbulbOutlined';
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import MedicalServicesOutlined from '@mui/icons-material/MedicalServicesOutlined';
import MemoryOutlined from '@mui/icons-material/MemoryOutlined';
import NewspaperOutlined from '@mui/icons-material/NewspaperOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import RocketLaunchOutlined from '@mui/icons-material/RocketLaunchOutlined';
import RouteOutlined from '@mui/icons-material/RouteOutlined';
import SavingsOutlined from '@mui/icons-material/SavingsOutlined';
import SchoolOutlined from '@mui/icons-material/SchoolOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import ShoppingBagOutlined from '@mui/icons-material/ShoppingBagOutlined';
import type { ElementType } from 'react';
import type { Icon } from '#schemas/metadata/icon.ts';

const ICONS: Readonly<Record<Icon, ElementType>> = {
  company: BusinessOutlined,
  institution: AccountBalanceOutlined,
  deal: HandshakeOutlined,
  fund: SavingsOutlined,
  manager: BadgeOutlined,
  person: PersonOutlined,
  people: GroupsOutlined,
  route: RouteOutlined,
  factory: FactoryOutlined,
  news: NewspaperOutlined,
  report: DescriptionOutlined,
  project: RocketLaunchOutlined,
  chart: InsightsOutlined,
  event: EventOutlined,
  place: PlaceOutlined,
  product: Inventory2Outlined,
  goods: ShoppingBagOutlined,
  law: GavelOutlined,
  patent: LightbulbOutlined,
  award: EmojiEventsOutlined,
  network: HubOutlined,
  school: SchoolOutlined,
  health: MedicalServicesOutlined,
  energy: BoltOutlined,
  chip: MemoryOutlined,
  transport: LocalShippingOutlined,
  farming: AgricultureOutlined,
  help: HelpOutlineOutlined,
  settings: SettingsOutlined,
  folder: FolderOutlined,
  list: FormatListBulletedOutlined,
};

/** The picture of an object, beside its name. */
export function ObjectIcon({ icon }: { readonly icon: Icon }) {
  const Drawn = ICONS[icon];
  return <Drawn sx={{ fontSize: 18 }} aria-hidden />;
}
