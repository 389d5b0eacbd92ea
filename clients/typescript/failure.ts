/** A call that was refused, or a token that is no longer good. */
export class OpenFailure extends Error {
  /** HTTP status; 410 means that a copy begins again. */
  readonly status: number;
  /** Business code. */
  readonly code: number;
  /** By which the service finds the call again. */
  readonly requestId: string | undefined;
  readonly data: unknown;

  constructor(
    status: number,
    answer: { readonly code: number; readonly msg: string; readonly data?: unknown; readonly requestId?: string },
  ) {
    super(answer.msg);
    this.name = 'OpenFailure';
    this.status = status;
    this.code = answer.code;
    this.requestId = answer.requestId;
    this.data = answer.data;
  }
}
