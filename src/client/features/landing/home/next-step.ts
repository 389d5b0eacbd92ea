import type { Profile } from '#schemas/api/session.ts';

/** What a user does best next. */
export interface NextStep {
  readonly title: string;
  readonly words: string;
  readonly action: string;
  readonly path: string;
}

const CERTIFY: NextStep = {
  title: '下一步：完成身份认证',
  words: '认证为创业者后可创建企业、发布融资项目；认证为投资人后可查看项目、主动私信创业者。',
  action: '去认证 ›',
  path: '/personalCenter?page=identity',
};

/** The next step of an account; none for those who know their way. */
export function nextStep({ staff, identityRoles }: Pick<Profile, 'staff' | 'identityRoles'>): NextStep | undefined {
  return staff || identityRoles.length > 0 ? undefined : CERTIFY;
}
