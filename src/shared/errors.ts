/** One thing wrong with one field; `message` is Chinese and is shown beside the field. `field` may be empty for the record as a whole. */
export interface Problem {
  readonly field: string;
  readonly message: string;
  /** Id of the rule that said so, where a rule did. */
  readonly rule?: string;
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
  FORBIDDEN: { code: 40300, status: 403, message: '没有权限进行此操作' },
  VIP_REQUIRED: { code: 400000003, status: 403, message: '开通SVIP后即可查看完整信息' },
  SIGN_IN_REFUSED: { code: 40101, status: 401, message: '账号或密码错误' },
  UNKNOWN_ROUTE: { code: 40400, status: 404, message: '接口不存在' },
  UNKNOWN_OBJECT: { code: 40401, status: 404, message: '对象不存在' },
  UNKNOWN_RECORD: { code: 40402, status: 404, message: '记录不存在或已删除' },
  INVALID_BODY: { code: 42200, status: 422, message: '提交的内容有误' },
  INVALID_QUERY: { code: 40001, status: 400, message: '查询条件有误' },
  INVALID_METADATA: { code: 42201, status: 422, message: '元数据有误' },
  CONFLICT: { code: 40900, status: 409, message: '记录已被他人修改，请刷新后再试' },
  DUPLICATE: { code: 40901, status: 409, message: '记录已存在' },
  TOO_LARGE: { code: 41300, status: 413, message: '提交的内容过大' },
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
