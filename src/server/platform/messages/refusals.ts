import { Failure } from '#shared/errors.ts';

/** Why chat_send did not store a message; see src/server/db/repeatable/chat.sql. */
export type Refusal = 'absent' | 'openings' | 'changed' | 'unreachable' | 'unanswered' | 'blocking' | 'blocked';

const REFUSALS: Readonly<Record<Refusal, () => Failure>> = {
  absent: () => new Failure('UNKNOWN_RECORD', '会话不存在'),
  openings: () => new Failure('CHAT_LIMITED', '您今日新发起的私信已达上限，请明日再试'),
  changed: () => new Failure('CONFLICT', '这条消息已经发送过，内容不同，请重新发送'),
  unreachable: () => new Failure('UNKNOWN_RECORD', '对方账号已注销或无法接收消息'),
  unanswered: () => new Failure('CHAT_LIMITED'),
  blocking: () => new Failure('CHAT_BLOCKED', '您已屏蔽对方，解除屏蔽后才能发送消息'),
  blocked: () => new Failure('CHAT_BLOCKED'),
};

/** The failure that the sender of a refused message reads. */
export const refusalFailure = (refusal: Refusal): Failure => REFUSALS[refusal]();

/** Why a message is not recalled. */
const NOT_RECALLED: Readonly<Record<string, string>> = {
  theirs: '只能撤回自己发送的消息',
  kind: '这条消息不能撤回',
  late: '消息发出已超过2分钟，不能撤回',
};

/** What a function of the database raised, as the failure that a user reads; anything else as it is. */
export function asRefusal(thrown: unknown): unknown {
  const { code, detail } = (thrown ?? {}) as { readonly code?: string; readonly detail?: string };
  if (code === 'JT001') return REFUSALS.absent();
  if (code === 'JT002') return new Failure('UNKNOWN_RECORD', '消息不存在');
  if (code === 'JT403') return new Failure('FORBIDDEN', NOT_RECALLED[detail ?? '']);
  return thrown;
}
