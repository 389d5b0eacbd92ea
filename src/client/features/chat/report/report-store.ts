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
import { Loadable } from '#client/lib/loadable.ts';
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
  /** Labels that can be chosen. */
  readonly labels: Loadable<readonly string[]>;
  chosen: readonly string[] = [];
  reason = '';
  typeProblem: string | undefined;
  reasonProblem: string | undefined;
  readonly target: ReportTarget;
  readonly pictures: ReportPictures;
  readonly #api: Api;

  constructor(parts: ReportDeps, target: ReportTarget) {
    this.#api = parts.api;
    this.target = target;
    this.pictures = new ReportPictures(parts.keepPicture);
    this.labels = new Loadable(async () => {
      const { options } = await parts.api.call(readOptionSet, { params: { name: REPORT_TYPES } });
      return options.filter(({ retired }) => !retired).map(({ label }) => label);
    });
    makeAutoObservable(this, { labels: false, chosen: observableRef, target: false, pictures: false });
  }

  /** As many types as one report may have are chosen. */
  get isFull(): boolean {
    return this.chosen.length >= MAX_REPORT_TYPES;
  }

  load = (): Promise<void> => this.labels.load();

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

  /**
   * Sends it. The words that thank, empty when the server said nothing; undefined when a field says what is wrong. Any
   * other refusal is thrown.
   */
  async send(): Promise<string | undefined> {
    this.#judgeTypes();
    this.leaveReason();
    if (this.typeProblem !== undefined || this.reasonProblem !== undefined) return undefined;
    try {
      const reply: { readonly name: string } | null = await this.#api.call(fileReport, { body: this.#body() });
      return reply ? `您对${reply.name}的举报已提交，我们将在3个工作日内核实处理` : '';
    } catch (thrown) {
      if (!runInAction(() => this.#isShownByField(thrown))) throw thrown;
      return undefined;
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

  #isShownByField(thrown: unknown): boolean {
    const { problems } = asFailure(thrown);
    const of = (name: string) => problems.find(({ field }) => field === name)?.message;
    this.typeProblem = of('reportType');
    this.reasonProblem = of('reportReason');
    const picture = of('img');
    if (picture !== undefined) this.pictures.refuse(picture);
    return [this.typeProblem, this.reasonProblem, picture].some((problem) => problem !== undefined);
  }
}
