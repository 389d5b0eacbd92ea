import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { WrongReasons } from '#schemas/api/jingchat-learning.ts';
import type { AskEvent, Conversation, Examples } from '#schemas/api/jingchat.ts';
import type { Edit } from '#schemas/api/jingchat-plan.ts';
import {
  answerAgain,
  askQuestion,
  MAX_QUESTION,
  readConversation,
  readExamples,
} from '#schemas/generated/api/jingchat.ts';
import { judgeAnswer, readWrongReasons } from '#schemas/generated/api/jingchat-learning.ts';
import type { Api, CallInput } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { ConversationsStore } from './conversations-store.ts';
import { Turn } from './turn.ts';

/** Kept answers that are read again at once when a conversation is opened: the newest. */
const READ_AT_ONCE = 3;

/** The conversation on screen: what was asked in it, what is being answered, and what can be asked. */
export class JingchatStore {
  readonly conversations: ConversationsStore;
  readonly examples: Loadable<Examples>;
  /** What may be wrong with an answer. */
  readonly reasons: Loadable<WrongReasons>;
  readonly opening: Loadable<void, [id: string]>;
  readonly turns = observable.array<Turn>([], { deep: false });
  /** Undefined for one that is about to begin. */
  current: Conversation | undefined;
  /** A conversation that has just been made by its first question, and has no address yet. */
  begun: string | undefined;
  #running: AbortController | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.conversations = new ConversationsStore(api);
    this.examples = new Loadable(async () => (await api.call(readExamples)).list);
    this.reasons = new Loadable(async () => (await api.call(readWrongReasons)).list);
    this.opening = new Loadable((signal, id) => this.#read(id, signal));
    makeAutoObservable(
      this,
      { conversations: false, examples: false, reasons: false, opening: false, turns: false },
      { autoBind: true },
    );
  }

  /** The question that is being answered. */
  get busy(): Turn | undefined {
    return this.turns.find(({ stage }) => stage !== undefined && stage !== 'again');
  }

  /** The question asked last, to be asked again with a change. */
  get lastQuestion(): string | undefined {
    return this.turns.findLast(({ edit }) => edit === undefined)?.question;
  }

  /** Opens a conversation, or without an id an empty one. */
  async show(id: string | undefined): Promise<void> {
    if (id === this.current?.id && !this.opening.failure) return;
    this.stop();
    this.current = undefined;
    this.begun = undefined;
    this.turns.clear();
    this.opening.clear();
    if (id !== undefined) await this.opening.load(id);
  }

  /** Asks a question; nothing happens while another is being answered. */
  async ask(text: string, edit?: Edit): Promise<void> {
    const question = text.trim();
    if (question === '' || [...question].length > MAX_QUESTION || this.busy) return;
    const turn = new Turn(question, edit);
    this.turns.push(turn);
    await this.#answer(turn);
  }

  /** Tries a question once more that was not answered: one that failed on the server from where it was read. */
  async retry(turn: Turn): Promise<void> {
    if (this.busy) return;
    const content = turn.answer?.content;
    const isOfModel = content?.kind === 'failed' && content.stage === 'model';
    if (content?.kind === 'failed' && !isOfModel) return this.again(turn);
    this.turns.remove(turn);
    await this.ask(turn.question, turn.edit);
  }

  /** Reads what the data says today. */
  async again(turn: Turn): Promise<void> {
    const { id } = turn;
    if (id === undefined || turn.isBusy) return;
    turn.begin('again');
    try {
      turn.take(await this.#api.call(answerAgain, { params: { id } }));
    } catch (thrown) {
      turn.fail(asFailure(thrown));
    }
  }

  /** Says of an answer whether it was of use; without a verdict what was said is taken back. */
  async judge(turn: Turn, body: NonNullable<CallInput<typeof judgeAnswer>['body']>): Promise<void> {
    const { answer } = turn;
    if (!answer) return;
    const { verdict: before, ...rest } = answer;
    const show = (verdict: typeof before | null) => (turn.answer = { ...rest, ...(verdict && { verdict }) });
    turn.judging = undefined;
    show(body.verdict);
    try {
      await this.#api.call(judgeAnswer, { params: { id: answer.id }, body });
    } catch (thrown) {
      runInAction(() => {
        show(before);
        turn.judging = asFailure(thrown);
      });
    }
  }

  /** Gives up the answer that is being made. */
  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.busy?.stop();
  }

  /** Gives the conversation on screen another title, as the list does. */
  renamed(conversation: Conversation): void {
    if (this.current?.id === conversation.id) this.current = conversation;
  }

  noteAddress(): void {
    this.begun = undefined;
  }

  async #answer(turn: Turn): Promise<void> {
    turn.begin(turn.edit?.model ? 'model' : 'understand');
    const running = new AbortController();
    this.#running = running;
    const body = {
      question: turn.question,
      ...(this.current && { conversation: this.current.id }),
      ...(turn.edit && { edit: turn.edit }),
    };
    const onEvent = (event: AskEvent) => {
      if (!running.signal.aborted) runInAction(() => this.#hear(turn, event));
    };
    try {
      const last = await this.#api.call(askQuestion, { body, signal: running.signal, onEvent });
      if (last.type !== 'answer' && !running.signal.aborted) turn.stop();
    } catch (thrown) {
      if (!running.signal.aborted) turn.fail(asFailure(thrown));
    }
  }

  #hear(turn: Turn, event: AskEvent): void {
    if (event.type === 'stage') turn.stage = event.stage;
    if (event.type === 'answer') turn.take(event.answer);
    if (event.type !== 'conversation') return;
    if (!this.current) this.begun = event.conversation.id;
    this.current = event.conversation;
    this.conversations.put(event.conversation);
  }

  async #read(id: string, signal: AbortSignal): Promise<void> {
    const { conversation, questions } = await this.#api.call(readConversation, { params: { id }, signal });
    if (signal.aborted) return;
    const turns = questions.map((one) => new Turn(one.question, undefined, one.id));
    runInAction(() => {
      this.current = conversation;
      this.turns.replace(turns);
    });
    for (const turn of turns.slice(-READ_AT_ONCE).toReversed()) void this.again(turn);
  }
}
