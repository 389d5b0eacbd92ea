/** Mail services where anyone can have an address: such an address does not show where a user works. */
const FREE_MAIL = new Set([
  'qq.com',
  'vip.qq.com',
  'foxmail.com',
  '163.com',
  'vip.163.com',
  '126.com',
  'vip.126.com',
  'yeah.net',
  '188.com',
  'sina.com',
  'sina.cn',
  'vip.sina.com',
  'sohu.com',
  'vip.sohu.com',
  'tom.com',
  '139.com',
  '189.cn',
  'wo.cn',
  'aliyun.com',
  '21cn.com',
  '263.net',
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'live.cn',
  'msn.com',
  'yahoo.com',
  'yahoo.com.cn',
  'yahoo.cn',
  'ymail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'gmx.com',
  'gmx.net',
  'mail.com',
  'mail.ru',
  'yandex.com',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'zoho.com',
  'tutanota.com',
]);

const ADDRESS = /^[^\s@]+@([^\s@]+\.[^\s@.]+)$/;

/** Why a mail address cannot vouch for an organisation, in words; undefined when it can. */
export function freeMailComplaint(address: string): string | undefined {
  const domain = ADDRESS.exec(address.trim().toLowerCase())?.[1];
  if (domain === undefined) return '邮箱格式不正确';
  return FREE_MAIL.has(domain) ? `请使用机构的工作邮箱，不支持 ${domain} 等个人邮箱` : undefined;
}
