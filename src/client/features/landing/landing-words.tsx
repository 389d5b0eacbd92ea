import AccountBalance from '@mui/icons-material/AccountBalanceOutlined';
import Handshake from '@mui/icons-material/HandshakeOutlined';
import RocketLaunch from '@mui/icons-material/RocketLaunchOutlined';

/** What the product is for each kind of person. */
export const AUDIENCES = [
  {
    icon: <AccountBalance aria-hidden />,
    title: '投资人',
    lead: '更早发现，更快判断',
    points: [
      '按行业、轮次、地区与金额组合筛选项目',
      '企业、机构与赛道的交易全貌与走势',
      '向创业者索要商业计划书并直接沟通',
    ],
  },
  {
    icon: <RocketLaunch aria-hidden />,
    title: '创业者',
    lead: '找到对的钱',
    points: ['按投资偏好与历史出手寻找投资人', '认领企业，完善并维护自己的资料', '投递商业计划书，交换联系方式'],
  },
  {
    icon: <Handshake aria-hidden />,
    title: '服务机构',
    lead: '财务顾问、园区与孵化器',
    points: ['为服务的企业匹配合适的投资方', '追踪区域与产业链上的融资动态', '筛选结果可保存、分享与导出'],
  },
] as const;

/** How it begins. */
export const STEPS = [
  { title: '手机号登录', text: '短信验证即可，首次登录自动创建账号' },
  { title: '选择身份并认证', text: '投资人、创业者或服务机构，认证后开放对应权益' },
  { title: '检索与追踪', text: '任意字段筛选排序，保存视图，随时导出' },
  { title: '沟通与对接', text: '查看联系方式、交换商业计划书，推进融资' },
] as const;
