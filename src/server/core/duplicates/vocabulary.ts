/** Ends of names that say in what legal form a company is, longest first where one is part of another. */
export const LEGAL_FORMS: readonly string[] = [
  '股份有限责任公司',
  '股份有限公司',
  '有限责任公司',
  '股份合作公司',
  '股份公司',
  '有限公司',
  '合伙企业有限合伙',
  '合伙企业普通合伙',
  '合伙企业特殊普通合伙',
  '特殊普通合伙',
  '普通合伙',
  '有限合伙',
  '合伙企业',
  '个人独资企业',
  '集团公司',
  '总公司',
  '公司',
  '集团',
  '股份',
];

/** Last words of names in Latin letters that say the same. */
export const LATIN_FORMS: ReadonlySet<string> = new Set(
  'inc incorporated ltd limited llc llp lp plc corp corporation co company gmbh ag sa sas bv nv oy ab pte pty'.split(
    ' ',
  ),
);

/** Ends of names that say in what business a company is. */
export const INDUSTRY_WORDS: readonly string[] =
  `信息科技 网络科技 智能科技 电子科技 生物科技 数字科技 数据科技 软件科技 通信科技 教育科技 文化科技 环保科技 医疗科技 健康科技 金融科技
  新能源科技 新材料科技 互联网科技 物联网科技 信息技术 网络技术 电子技术 软件技术 数据技术 智能技术 生物技术 通信技术 科技发展 技术开发 科技
  技术 文化传媒 文化传播 文化发展 文化创意 影视文化 影视传媒 网络传媒 传媒 传播 文化 影视 电子商务 网络 互联网 物联网 信息 电子 软件 通信 数据
  智能 智能制造 生物医药 生物 医药 制药 医疗器械 医疗 健康管理 健康 教育咨询 教育 企业管理咨询 企业管理 投资管理 资产管理 投资咨询 创业投资
  股权投资 投资 基金管理 金融信息服务 信息服务 金融服务 金融 咨询 管理咨询 管理 服务 商务 商贸 贸易 进出口 实业 工业 发展 控股 供应链管理
  供应链 物流 餐饮管理 餐饮 食品 农业科技 农业 旅游 酒店管理 汽车服务 汽车 新能源 能源 新材料 材料 环保 环境 机械 设备 装备 自动化 机器人
  半导体 光电 体育文化 体育 广告 房地产 置业 建筑 装饰 家居 服饰 珠宝`.split(/\s+/);

/** Hosts of platforms: what is there belongs to the platform, and says nothing of who a company is. */
export const SHARED_HOSTS: readonly string[] =
  `mp.weixin.qq.com weixin.qq.com qq.com weibo.com baidu.com taobao.com tmall.com jd.com 1688.com alibaba.com
  itunes.apple.com apps.apple.com apple.com play.google.com google.com github.com gitee.com zhihu.com bilibili.com douyin.com
  toutiao.com xiaohongshu.com sohu.com sina.com.cn 163.com facebook.com linkedin.com twitter.com x.com youtube.com
  meituan.com dianping.com ele.me koudai.com weidian.com youzan.com lofter.com jianshu.com wordpress.com blogspot.com
  wixsite.com qcc.com tianyancha.com itjuzi.com 36kr.com lagou.com zhipin.com`.split(/\s+/);

/** What sources write where they know no site. */
export const NO_SITE = /暂未|未收录|暂无|^无$|^-+$/;
