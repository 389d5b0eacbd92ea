import { Failure } from '#shared/errors.ts';

/** A refusal as the functions of migrations/chat.ts raise it. */
interface Raised {
  readonly code?: string;
  readonly detail?: string;
}

/** Why a message stays. */
const NOT_RECALLED: Readonly<Record<string, string>> = {
  theirs: '只能撤回自己发送的消息',
  kind: '这条消息不能撤回',
  late: '消息发出已超过2分钟，不能撤回',
};

/** The conversation is not there: the caller decides whether it may be opened. */
export const isAbsent = (thrown: unknown): boolean => (thrown as Raised | null)?.code === 'JT001';

/** What the database refused, as the failure that a person reads; anything else as it is. */
export function asRefusal(thrown: unknown): unknown {
  const { code, detail } = (thrown ?? {}) as Raised;
  if (code === 'JT001') return new Failure('UNKNOWN_RECORD', '会话不存在');
  if (code === 'JT002') return new Failure('UNKNOWN_RECORD', '消息不存在');
  if (code === 'JT403') return new Failure('FORBIDDEN', NOT_RECALLED[detail ?? '']);
  if (code === 'JT104')
    return new Failure('CHAT_BLOCKED', detail === 'mine' ? '您已屏蔽对方，解除屏蔽后才能发送消息' : undefined);
  if (code === 'JT105')
    return new Failure('CHAT_LIMITED', detail === 'unanswered' ? undefined : '您今日新发起的私信已达上限，请明日再试');
  if (code === 'JT404') return new Failure('UNKNOWN_RECORD', '对方账号已注销或无法接收消息');
  if (code === 'JT409') return new Failure('CONFLICT', '这条消息已经发送过，内容不同，请重新发送');
  return thrown;
}
