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
      '按行业、轮次、地区与金额组合筛选企业和交易',
      '在企业详情中查看融资历程、投资机构与图表',
      '向创业者索要商业计划书，私信直接沟通',
    ],
  },
  {
    icon: <RocketLaunch aria-hidden />,
    title: '创业者',
    lead: '找到对的钱',
    points: [
      '按关注行业、关注轮次与投资次数筛选投资机构',
      '认领企业，完善并维护自己的资料',
      '投递商业计划书，交换联系方式',
    ],
  },
  {
    icon: <Handshake aria-hidden />,
    title: '服务机构',
    lead: '财务顾问、园区与孵化器',
    points: [
      '按行业与轮次，为所服务的企业查找投资机构',
      '按地区与行业查看融资动态，了解产业链上下游',
      '筛选结果可保存、分享与导出',
    ],
  },
] as const;

/** How it begins. */
export const STEPS = [
  { title: '手机号登录', text: '短信验证即可，首次登录自动创建账号' },
  { title: '选择身份并认证', text: '投资人、创业者或服务机构，审核通过后开放对应权益' },
  { title: '检索与筛选', text: '多条件组合筛选、多列排序，保存视图，导出表格' },
  { title: '沟通与对接', text: '查看联系方式，私信沟通，索要或投递商业计划书' },
] as const;
