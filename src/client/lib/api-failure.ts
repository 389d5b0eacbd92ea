import type { Problem } from '#shared/errors.ts';

/** Codes of failures that never reached the server or came back unreadable; the server's own codes are positive. */
export const NO_REPLY_CODE = -1;
export const TIMEOUT_CODE = -2;
export const UNREADABLE_CODE = -3;

export const TIMEOUT_MESSAGE = '请求超时';
export const UNAVAILABLE_MESSAGE = '服务暂不可用，请稍后重试';
export const UNKNOWN_MESSAGE = '未知错误';

/** A call that failed. `message` is Chinese and may be shown as it is. */
export class ApiFailure extends Error {
  /** Business code of the reply, or one of the negative codes above. */
  readonly code: number;
  /** HTTP status; 0 when there was no reply. */
  readonly status: number;
  readonly problems: readonly Problem[];
  /** The reply's `data`. */
  readonly data: unknown;

  constructor(code: number, status: number, message: string, data: unknown = null) {
    super(message);
    this.name = 'ApiFailure';
    this.code = code;
    this.status = status;
    this.data = data;
    this.problems = problemsOf(data);
  }
}

function problemsOf(data: unknown): readonly Problem[] {
  const problems = typeof data === 'object' && data !== null ? (data as { errors?: unknown }).errors : undefined;
  return Array.isArray(problems) ? (problems as Problem[]) : [];
}

/** Any thrown thing as a failure that a view can show. */
export function asFailure(thrown: unknown): ApiFailure {
  return thrown instanceof ApiFailure ? thrown : new ApiFailure(UNREADABLE_CODE, 0, UNKNOWN_MESSAGE);
}
