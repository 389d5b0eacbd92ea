/** One thing wrong with one field; `message` is Chinese and is shown beside the field. `field` may be empty for the record as a whole. */
export interface Problem {
  readonly field: string;
  readonly message: string;
  /** Id of the rule that said so, where a rule did. */
  readonly rule?: string;
  /** Id of the record that has the value already; never on the wire. */
  readonly heldBy?: string;
  /** What the record of the same batch that has the value already is known by; never on the wire. */
  readonly sameAs?: string;
  /** That record, for users who may read it. */
  readonly record?: { readonly objectApiName: string; readonly id: string; readonly name: string };
}

interface FailureKind {
  /** Business code on the wire; SPEC codes where the specification names one, else 4xxxx of our own. */
  readonly code: number;
  /** HTTP status. */
  readonly status: number;
  /** Words shown when the thrower gives none. */
  readonly message: string;
}

/** Every way a request can fail. */
export const FAILURES = {
  SESSION_INVALID: { code: 4032, status: 401, message: '登录信息失效，请重新登录' },
  // Six ways in which a session is over: SPEC §8 gives the codes, the words say which of them it was.
  ACCOUNT_CLOSED: { code: 100000001, status: 401, message: '账号已注销' },
  CERTIFICATE_EXPIRED: { code: 100000002, status: 401, message: '授权证书已过期' },
  ACCESS_CHANGED: { code: 100000003, status: 401, message: '授权信息已变更，请重新登录！' },
  SESSION_ENDED: { code: 100000005, status: 401, message: '此登录已在其他设备上退出，请重新登录' },
  PASSWORD_CHANGED: { code: 100000006, status: 401, message: '密码已修改，请重新登录' },
  ACCOUNT_FROZEN: { code: 100000008, status: 401, message: '账号已被冻结，如有疑问请联系客服' },
  // Of the open interface, where programs ask with a key.
  KEY_REFUSED: { code: 40110, status: 401, message: '密钥无效，请在请求头 Authorization: Bearer 中提供有效的密钥' },
  KEY_ENDED: { code: 40111, status: 401, message: '密钥已过期或已吊销' },
  KEY_OWNER_SHUT: { code: 40112, status: 401, message: '密钥所属的账号已冻结或注销' },
  KEY_IN_ADDRESS: {
    code: 40113,
    status: 401,
    message: '密钥不能写在网址里，网址会留在各处的日志中。请改用请求头 Authorization: Bearer，并尽快更换这个密钥',
  },
  KEY_ELSEWHERE: { code: 40310, status: 403, message: '密钥不能从这个网络地址使用' },
  SCOPE_MISSING: { code: 40311, status: 403, message: '密钥没有这项权限' },
  FORBIDDEN: { code: 40300, status: 403, message: '没有权限进行此操作' },
  VIP_REQUIRED: { code: 400000003, status: 403, message: '开通SVIP后即可查看完整信息' },
  SIGN_IN_REFUSED: { code: 40101, status: 401, message: '账号或密码错误' },
  // The second step of a sign-in, and staff who have yet to set one up.
  FACTOR_REQUIRED: { code: 40102, status: 401, message: '请完成两步验证' },
  FACTOR_MISSING: { code: 40302, status: 403, message: '请先设置两步验证' },
  FACTOR_WRONG: { code: 42212, status: 422, message: '验证码错误或已使用' },
  CAPTCHA_REQUIRED: { code: 42801, status: 428, message: '请先完成滑块验证' },
  CAPTCHA_FAILED: { code: 42802, status: 422, message: '滑块验证未通过，请重试' },
  VERIFY_CODE_WRONG: { code: 42211, status: 422, message: '验证码错误或已过期' },
  IDENTITY_EXCLUSIVE: { code: 40911, status: 409, message: '服务机构和投资人不能同时认证' },
  COINS_SHORT: { code: 40201, status: 402, message: '鲸币余额不足' },
  ALLOWANCE_USED: { code: 40202, status: 402, message: '您今日的免费查看次数已用完' },
  NO_CONTACT: { code: 40403, status: 404, message: '项目暂无联系方' },
  // The code by which SPEC §8 has a message passed through as it is.
  CONTACT_CLOSED: { code: 301112006, status: 403, message: '对方未公开联系方式' },
  // The two refusals of a message that SPEC §8 shows as warnings.
  CHAT_BLOCKED: { code: 104, status: 403, message: '对方暂不接收您的消息' },
  CHAT_LIMITED: { code: 105, status: 429, message: '对方回复前暂不能发送更多消息' },
  UNKNOWN_ROUTE: { code: 40400, status: 404, message: '接口不存在' },
  UNKNOWN_OBJECT: { code: 40401, status: 404, message: '对象不存在' },
  UNKNOWN_RECORD: { code: 40402, status: 404, message: '记录不存在或已删除' },
  RECORD_ARCHIVED: { code: 41000, status: 410, message: '记录已归档' },
  INVALID_BODY: { code: 42200, status: 422, message: '提交的内容有误' },
  INVALID_QUERY: { code: 40001, status: 400, message: '查询条件有误' },
  INVALID_METADATA: { code: 42201, status: 422, message: '元数据有误' },
  CONFLICT: { code: 40900, status: 409, message: '记录已被他人修改，请刷新后再试' },
  DUPLICATE: { code: 40901, status: 409, message: '记录已存在' },
  CHANGES_EXPIRED: { code: 41001, status: 410, message: '这个位置之后的变更已不再保留，请重新同步全部记录' },
  TOO_LARGE: { code: 41300, status: 413, message: '提交的内容过大' },
  TOO_SLOW: { code: 40800, status: 408, message: '上传中断：网络太慢，请检查网络后重试' },
  TOO_MANY_REQUESTS: { code: 42900, status: 429, message: '操作过于频繁，请稍后再试' },
  FOREIGN_ORIGIN: { code: 40301, status: 403, message: '请求来源不受信任' },
  UNAVAILABLE: { code: 50300, status: 503, message: '服务暂不可用，请稍后重试' },
  INTERNAL: { code: 50000, status: 500, message: '未知错误' },
} as const satisfies Record<string, FailureKind>;

export type FailureName = keyof typeof FAILURES;

/** A failure that a person will read. Throw it anywhere; the HTTP layer turns it into `{code, msg, data}`. */
export class Failure extends Error {
  readonly failure: FailureName;
  readonly problems: readonly Problem[];
  /** Further facts for the reply's `data`, beside `problems`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    failure: FailureName,
    message?: string,
    problems: readonly Problem[] = [],
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message ?? FAILURES[failure].message);
    this.name = 'Failure';
    this.failure = failure;
    this.problems = problems;
    this.details = details;
  }

  get code(): number {
    return FAILURES[this.failure].code;
  }

  get status(): number {
    return FAILURES[this.failure].status;
  }
}
