import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { readOptionSet } from '#schemas/generated/api/metadata.ts';
import {
  fileReport,
  MAX_EVIDENCE,
  MAX_REPORT_REASON,
  MAX_REPORT_TYPES,
  REPORT_TYPES,
} from '#schemas/generated/api/reports.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { type KeepPicture, ReportPictures } from './report-pictures.ts';

/** Who is reported, and what of the conversation is on screen: numbers of its first and last message. */
export interface ReportTarget {
  readonly uid: string;
  readonly name: string;
  readonly fromSeq?: number | undefined;
  readonly toSeq?: number | undefined;
}

/** What a report needs of the product. */
export interface ReportDeps {
  readonly api: Api;
  readonly keepPicture: KeepPicture;
}

/** A report about one person while it is written. */
export class ReportStore {
  /** Labels that can be chosen; undefined until they are known. */
  labels: readonly string[] | undefined;
  chosen: readonly string[] = [];
  reason = '';
  typeProblem: string | undefined;
  reasonProblem: string | undefined;
  /** Why it could not be sent or its types could not be loaded. */
  failure: string | undefined;
  isBusy = false;
  readonly target: ReportTarget;
  readonly pictures: ReportPictures;
  readonly #api: Api;

  constructor(parts: ReportDeps, target: ReportTarget) {
    this.#api = parts.api;
    this.target = target;
    this.pictures = new ReportPictures(parts.keepPicture);
    makeAutoObservable(this, { labels: observableRef, chosen: observableRef, target: false, pictures: false });
  }

  /** As many types as one report may have are chosen. */
  get isFull(): boolean {
    return this.chosen.length >= MAX_REPORT_TYPES;
  }

  async load(): Promise<void> {
    this.failure = undefined;
    try {
      const { options } = await this.#api.call(readOptionSet, { params: { name: REPORT_TYPES } });
      const open = options.filter(({ retired }) => !retired).map(({ label }) => label);
      runInAction(() => (this.labels = open));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown).message));
    }
  }

  /** Chooses a type or takes it back, and judges the choice; a fourth is not taken. */
  switchType(label: string): void {
    if (this.chosen.includes(label)) this.chosen = this.chosen.filter((other) => other !== label);
    else if (!this.isFull) this.chosen = [...this.chosen, label];
    this.#judgeTypes();
  }

  typeReason(text: string): void {
    this.reason = text;
    // What was found wrong is taken back as soon as it is right.
    if (this.reasonProblem !== undefined) this.leaveReason();
  }

  /** The reason was left: what is wrong with it is said now. */
  leaveReason(): void {
    const reason = this.reason.trim();
    const isLong = [...reason].length > MAX_REPORT_REASON;
    this.reasonProblem =
      reason === '' ? '请输入简要描述' : isLong ? `长度在 1 到 ${MAX_REPORT_REASON} 个字符` : undefined;
  }

  /** Sends it. The words that thank, empty when the server said nothing; undefined when it was not sent. */
  async send(): Promise<string | undefined> {
    this.#judgeTypes();
    this.leaveReason();
    if (this.typeProblem !== undefined || this.reasonProblem !== undefined) return undefined;
    if (this.isBusy || this.pictures.isUploading) return undefined;
    this.isBusy = true;
    this.failure = undefined;
    try {
      const reply: { readonly name: string } | null = await this.#api.call(fileReport, { body: this.#body() });
      return reply ? `您对${reply.name}的举报已提交，我们将在3个工作日内核实处理` : '';
    } catch (thrown) {
      runInAction(() => this.#refuse(thrown));
      return undefined;
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }

  #judgeTypes(): void {
    this.typeProblem = this.chosen.length === 0 ? '请至少选择一个投诉类型' : undefined;
  }

  #body(): BodyOf<typeof fileReport> {
    const { uid, fromSeq, toSeq } = this.target;
    const hasMessages = fromSeq !== undefined && toSeq !== undefined;
    return {
      beReportId: uid,
      reportType: [...this.chosen],
      reportReason: this.reason.trim(),
      img: this.pictures.urls,
      source: 7,
      // Where more is loaded than staff are given, it is the latest that counts.
      ...(hasMessages && { fromSeq: Math.max(fromSeq, toSeq - MAX_EVIDENCE + 1), toSeq }),
    };
  }

  #refuse(thrown: unknown): void {
    const { message, problems } = asFailure(thrown);
    const of = (name: string) => problems.find(({ field }) => field === name)?.message;
    this.typeProblem = of('reportType');
    this.reasonProblem = of('reportReason');
    const picture = of('img');
    if (picture !== undefined) this.pictures.refuse(picture);
    if ([this.typeProblem, this.reasonProblem, picture].every((problem) => problem === undefined))
      this.failure = message;
  }
}
