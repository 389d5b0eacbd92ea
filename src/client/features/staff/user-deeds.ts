import type { StaffUserDetail } from '#schemas/api/staff.ts';
import type { DeedWords } from '#client/ui/deed-dialog.tsx';
import type { UserDeed } from './user-store.ts';

/** What may be done to an account as it is now, beside looking at its number. */
export function deedsOf({ state, isMe, staff }: StaffUserDetail): UserDeed[] {
  if (state === 'closed') return [];
  const role: UserDeed = staff ? 'endStaff' : 'makeStaff';
  if (isMe) return [role];
  return ['vip', 'coins', role, state === 'frozen' ? 'unfreeze' : 'freeze'];
}

const MAX_DAYS = 3660;
const MAX_COINS = 100_000;

/** What each deed asks before it is done. */
export function wordsOf(deed: UserDeed, { name }: StaffUserDetail): DeedWords {
  switch (deed) {
    case 'phone':
      return {
        title: `查看 ${name} 的完整手机号`,
        consequence: '查看完整手机号会写入操作日志。请仅在核实身份、处理投诉等必要时查看。',
        confirm: '查看手机号',
      };
    case 'freeze':
      return {
        title: `冻结 ${name} 的账号`,
        consequence: '冻结后，该账号在所有设备上立即退出，且无法再登录，直到解除冻结。',
        confirm: '冻结账号',
        isGrave: true,
      };
    case 'unfreeze':
      return {
        title: `解除 ${name} 的冻结`,
        consequence: '解除后，该账号可以重新登录；冻结前的登录不会恢复。',
        confirm: '解除冻结',
      };
    case 'vip':
      return {
        title: `赠送 ${name} SVIP`,
        consequence: '天数接在现有 SVIP 之后，立即生效。',
        confirm: '赠送 SVIP',
        amount: { label: '天数', initial: 30, max: MAX_DAYS },
      };
    case 'coins':
      return {
        title: `赠送 ${name} 鲸币`,
        consequence: '鲸币立即到账，并记入对方的鲸币明细。',
        confirm: '赠送鲸币',
        amount: { label: '鲸币数量', initial: 60, max: MAX_COINS },
      };
    case 'makeStaff':
      return {
        title: `将 ${name} 设为运营人员`,
        consequence: '运营人员可以查看并修改全部数据、管理用户与订单。该账号需要重新登录。',
        confirm: '设为运营人员',
      };
    case 'endStaff':
      return {
        title: `取消 ${name} 的运营人员身份`,
        consequence: '取消后，该账号需要重新登录，且不能再进入管理页面。',
        confirm: '取消运营人员',
        isGrave: true,
      };
  }
}
