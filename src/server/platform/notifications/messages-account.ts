import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { UserNotice } from './notify-user.ts';

/** A browser that an account had not signed in with before. */
export interface SeenDevice {
  /** What it is: `Windows 电脑 · Chrome`. */
  readonly words: string;
  /** Its network address without the end. */
  readonly address: string;
  /** When it signed in, in Shanghai, to the minute. */
  readonly at: string;
}

const seenIn = ({ words, address, at }: SeenDevice): string => `时间：${at}\n设备：${words}\n网络地址：${address}`;

/** The account was signed in to from a device that was not seen on it before. */
export const newDeviceSeen = (accountId: string, sessionId: string, device: SeenDevice): UserNotice => ({
  accountId,
  type: SYSTEM_TYPES.notice,
  title: '账号在新设备上登录',
  body: `${seenIn(device)}\n\n如非您本人操作，请在“登录设备”中让该设备退出登录，并立即修改密码。`,
  link: '/personalCenter?page=devices',
  key: `device:${sessionId}`,
});

/** The same by mail. It holds no link: a mail that asks for a sign-in must not look like this one. */
export const newDeviceMail = (productName: string, device: SeenDevice) => ({
  subject: `${productName}：账号在新设备上登录`,
  text: `您好：\n\n您的${productName}账号刚刚在新设备上登录。\n${seenIn(device)}\n\n如非本人操作，请打开${productName}，在“个人中心 → 登录设备”中让该设备退出登录，并立即修改密码。`,
});
