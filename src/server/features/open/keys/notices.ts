import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { UserNotice } from '#server/platform/notifications/notify-user.ts';

interface NamedKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
}

const notice = (key: NamedKey, about: string, title: string, body: string): UserNotice => ({
  accountId: key.accountId,
  type: SYSTEM_TYPES.notice,
  title,
  body,
  link: '/developer',
  key: `api-key:${key.id}:${about}`,
});

export const keyMade = (key: NamedKey): UserNotice =>
  notice(
    key,
    'made',
    '已创建接口密钥',
    `您的账号刚刚创建了接口密钥“${key.name}”。如非本人操作，请立即吊销并修改登录密码。`,
  );

export const keyUsedElsewhere = (key: NamedKey, network: string): UserNotice =>
  notice(
    key,
    network,
    '接口密钥在新的网络中使用',
    `接口密钥“${key.name}”首次从网络 ${network} 使用。如非本人操作，请立即吊销。`,
  );

export const keyEnding = (key: NamedKey, expiresAt: Date): UserNotice =>
  notice(
    key,
    'ending',
    '接口密钥即将到期',
    `接口密钥“${key.name}”将于 ${shanghaiDay(expiresAt)} 到期，到期后程序将无法读取数据，请提前更换。`,
  );
