import type { HomeContentOf } from '#schemas/api/home.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { type Actor, isFounder, isInvestor, isMember, isOrganisation } from '#shared/policy/actor.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { BlockDeps, HomeSource } from '#server/features/home/base/block.ts';

type Step = HomeContentOf<'steps'>['steps'][number];

/** A step, and whether the account has done it. */
interface Asked extends Omit<Step, 'state'> {
  readonly isDone: boolean;
}

const CERTIFY = {
  title: '认证',
  words: '认证为创业者后可创建企业、发布融资；认证为投资人后可查看项目、主动联系创业者。',
  action: '去认证',
  path: '/personalCenter?page=identity',
};
const COMPANY = {
  title: '企业',
  words: '创建企业，或认领平台已收录的企业，完善资料后投资人才找得到您。',
  action: '创建或认领企业',
  path: '/identity',
};
const PLAN = {
  title: 'BP',
  words: '上传商业计划书，并决定哪些投资人可以查阅；每份都带有查阅人的水印。',
  action: '上传 BP',
  path: '/company/mine',
};
const RAISE = {
  title: '融资',
  words: '发布融资需求，审核通过后展示给投资人，并可按公开交易匹配机构。',
  action: '发布融资需求',
  path: `/form/${BINDINGS.financing.object}`,
};
const FOCUS = {
  title: '关注领域',
  words: '填写关注的行业、轮次与单笔金额，项目匹配以此为准。',
  action: '填写关注领域',
  path: '/personalCenter?page=focus',
};
const FOLLOW = {
  title: '跟进',
  words: '在企业或项目页面点击“加入跟进”，记录下一步与日期，到期会显示在首页。',
  action: '浏览融资项目',
  path: '/InvestmentFinancing/project',
};
const SIGN_IN = {
  title: '登录',
  words: '登录或注册后可浏览企业、机构与交易。',
  action: '登录或注册',
  path: '/login?tab=sms',
};

/** How many records of an object are the user's own, of those that meet a condition; 0 where the list is closed. */
async function ownCount({ catalog, reader, now }: BlockDeps, apiName: string, actor: Actor, filter?: Condition) {
  const object = catalog.find(apiName);
  if (!object) return 0;
  const { owner, scope } = listAccess(object, actor, now(), catalog);
  return (await reader.count(object, { owner, filter }, scope)).total;
}

async function stepsOf(deps: BlockDeps, actor: Actor): Promise<Asked[]> {
  if (!isMember(actor)) return [{ ...SIGN_IN, isDone: false }];
  if (isOrganisation(actor)) return [];
  const own = (object: string, filter?: Condition) => ownCount(deps, object, actor, filter);
  if (isInvestor(actor)) {
    const [focus, followed] = await Promise.all([own(BINDINGS.focus.object), own('InvestorPipeline')]);
    return [
      { ...CERTIFY, isDone: true },
      { ...FOCUS, isDone: focus > 0 },
      { ...FOLLOW, isDone: followed > 0 },
    ];
  }
  const [companies, plans, requests] = await Promise.all([
    own('OwnCompany'),
    own('OwnCompany', { field: 'planFile', op: 'notIn', value: ['none'] }),
    own('MyFinancing', { field: 'state', op: 'notIn', value: ['draft'] }),
  ]);
  return [
    { ...CERTIFY, isDone: isFounder(actor) },
    { ...COMPANY, isDone: companies > 0 },
    { ...PLAN, isDone: plans > 0 },
    { ...RAISE, isDone: requests > 0 },
  ];
}

/** What an account does first. Nothing for those who have done all of it. */
export const stepsSource =
  (deps: BlockDeps): HomeSource =>
  async ({ actor }) => {
    const asked = await stepsOf(deps, actor);
    const next = asked.findIndex(({ isDone }) => !isDone);
    if (next === -1) return undefined;
    const steps = asked.map(({ isDone, ...step }, at) => ({
      ...step,
      state: isDone ? ('done' as const) : at === next ? ('next' as const) : ('later' as const),
    }));
    return { content: { kind: 'steps', steps } };
  };
