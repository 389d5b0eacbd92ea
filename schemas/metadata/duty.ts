import { Type } from 'typebox';

/** What a member of staff is there for. A member of staff has one of these at least, and may do nothing of the others. */
export const DUTIES = ['data', 'audit', 'money', 'access'] as const;
export type Duty = (typeof DUTIES)[number];

export const DUTY_LABELS: Readonly<Record<Duty, string>> = {
  data: '数据与内容',
  audit: '审核',
  money: '财务',
  access: '账号与权限',
};

export const Duty = Type.Unsafe<Duty>(
  Type.Union(
    DUTIES.map((duty) => Type.Literal(duty)),
    { 'x-labels': DUTY_LABELS },
  ),
);
