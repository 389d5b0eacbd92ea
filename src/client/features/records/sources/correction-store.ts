import { makeAutoObservable, observableRef } from 'mobx';
import { proposeCorrection } from '#schemas/generated/api/corrections.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';

const REASON_MISSING = '请说明理由，便于核实';
const EVIDENCE_WRONG = '应为以 http:// 或 https:// 开头的网址';

/** A proposal to correct one value, while it is written. What was typed stays until it is sent. */
export class CorrectionStore {
  readonly objectApiName: string;
  readonly id: string;
  readonly field: FieldDefinition;
  readonly before: FieldValue;
  value: FieldValue;
  reason = '';
  evidence = '';
  readonly sending = new Mutation();
  isSent = false;
  /** Problems are shown from the first try to send on. */
  hasTried = false;
  readonly #api: Api;

  constructor(api: Api, objectApiName: string, id: string, field: FieldDefinition, before: FieldValue) {
    this.#api = api;
    this.objectApiName = objectApiName;
    this.id = id;
    this.field = field;
    this.before = before;
    this.value = before;
    makeAutoObservable(this, { field: false, before: false, value: observableRef });
  }

  /** What the server has against the value. */
  get valueProblem(): string | undefined {
    return this.sending.failure?.problems.find((problem) => problem.field === this.field.apiName)?.message;
  }

  /** What the server has against it beyond the value: a rule may name another field of the record. */
  get refusal(): string | undefined {
    const others = this.sending.failure?.problems.filter((problem) => problem.field !== this.field.apiName) ?? [];
    if (others.length > 0) return others.map((problem) => problem.message).join('；');
    return this.valueProblem === undefined ? this.sending.failure?.message : undefined;
  }

  get reasonProblem(): string | undefined {
    return this.hasTried && this.reason.trim() === '' ? REASON_MISSING : undefined;
  }

  get evidenceProblem(): string | undefined {
    const evidence = this.evidence.trim();
    return this.hasTried && evidence !== '' && !/^https?:\/\//.test(evidence) ? EVIDENCE_WRONG : undefined;
  }

  change = (value: FieldValue): void => {
    this.value = value;
    this.sending.clear();
  };

  setReason = (reason: string): void => {
    this.reason = reason;
  };

  setEvidence = (evidence: string): void => {
    this.evidence = evidence;
  };

  /** As of every form in a dialog: false, since it stays to say what is wrong, or that it was sent. */
  send = async (): Promise<false> => {
    this.hasTried = true;
    if (this.reasonProblem !== undefined || this.evidenceProblem !== undefined) return false;
    const evidence = this.evidence.trim();
    const body = {
      objectApiName: this.objectApiName,
      id: this.id,
      field: this.field.apiName,
      value: this.value ?? null,
      reason: this.reason.trim(),
      ...(evidence !== '' && { evidence }),
    };
    await this.sending.run(
      () => this.#api.call(proposeCorrection, { body }),
      () => (this.isSent = true),
    );
    return false;
  };
}
