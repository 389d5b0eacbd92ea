import { makeAutoObservable, observableRef } from 'mobx';
import type { Answer, Stage } from '#schemas/api/jingchat.ts';
import type { Edit } from '#schemas/api/jingchat-plan.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';

/** One question of a conversation and what came of it. */
export class Turn {
  readonly question: string;
  /** How it goes on from an earlier answer; it is asked again in the same way. */
  readonly edit: Edit | undefined;
  /** The question on the server, once it is there. */
  id: string | undefined;
  /** What is being done; undefined while nothing is. */
  stage: Stage | 'again' | undefined;
  answer: Answer | undefined;
  /** Why nothing came. */
  failure: ApiFailure | undefined;
  isStopped = false;
  /** Why what the user said of the answer was not kept. */
  judging: ApiFailure | undefined;

  constructor(question: string, edit?: Edit, id?: string) {
    this.question = question;
    this.edit = edit;
    this.id = id;
    makeAutoObservable(this, { answer: observableRef, failure: observableRef, judging: observableRef });
  }

  get isBusy(): boolean {
    return this.stage !== undefined;
  }

  begin(stage: Stage | 'again'): void {
    this.stage = stage;
    this.failure = undefined;
    this.isStopped = false;
  }

  /** Takes an answer; one that fails as a whole leaves an earlier one where it is. */
  take(answer: Answer): void {
    this.id = answer.id;
    this.answer = answer;
    this.stage = undefined;
  }

  fail(failure: ApiFailure): void {
    this.failure = failure;
    this.stage = undefined;
  }

  stop(): void {
    this.isStopped = true;
    this.stage = undefined;
  }
}
