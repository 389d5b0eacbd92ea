import { type Answer, type Asked, type AskEvent, MAX_QUESTION, type Stage } from '#schemas/api/jingchat.ts';
import type { Edit } from '#schemas/api/jingchat-plan.ts';
import type { Kept } from '#shared/assistant/kept.ts';
import type { Plan, Reading } from '#shared/assistant/plan.ts';
import { Failure, FAILURES } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { toFailure } from '#server/http/failures.ts';
import type { Composed, Composer } from './composer.ts';
import { countWords, keepAnswer } from './conversation-queries.ts';
import type { Conversations, ConversationDeps } from './conversations.ts';
import type { ExampleMaker } from './examples.ts';
import type { ModelAnswers } from './model-answers.ts';
import { verdictOn } from './learning/queries.ts';
import { withoutPart } from './plan-words.ts';
import { piecesOf } from './question-pieces.ts';
import type { Result } from './result.ts';
import type { Assistant } from './service.ts';
import { type Deadlines, failureOf, orNone, StageFailure, Stopped, within } from './stages.ts';
import { Turns } from './turns.ts';

/** Steps of answers that use the database at the same time. */
const AT_ONCE = 4;

export interface AskingDeps extends ConversationDeps {
  readonly assistant: Assistant;
  readonly composer: Composer;
  readonly conversations: Conversations;
  readonly examples: ExampleMaker;
  readonly models: ModelAnswers;
  readonly deadlines: Deadlines;
  /** Faults of ours. */
  readonly report: (error: unknown) => void;
}

/** A question that is kept, and how it is to be answered where not from its words. */
interface Beginning {
  readonly begun: Begun;
  readonly plan?: Plan;
  readonly byModel?: true;
}
type Begun = Awaited<ReturnType<Conversations['ask']>>;

const INSTEAD = 3;
const BARE = { assumptions: [], notes: [], emptied: [], next: [] };

/** What the model is not asked about: its own answers, and what is no matter of records. */
const UNASKED: ReadonlySet<string> = new Set(['model', 'refused', 'failed', 'stopped']);

/** Answers questions stage by stage, and keeps how each was read. */
export class Asking {
  readonly #deps: AskingDeps;
  readonly #turns = new Turns(AT_ONCE);

  constructor(deps: AskingDeps) {
    this.#deps = deps;
  }

  /** Keeps the question. @throws Failure before anything is said. */
  begin(asked: Asked, actor: Member): Promise<Beginning> {
    return this.#turns.run(() => this.#begun(asked, actor));
  }

  async #begun({ conversation, question, edit }: Asked, actor: Member): Promise<Beginning> {
    const { conversations } = this.#deps;
    if (edit?.model) {
      const { question: asked } = await conversations.question(edit.of, actor);
      const daily = this.#deps.models.dailyQuestions;
      if (daily === null) throw new Failure('INVALID_BODY', '本站没有设置模型服务');
      await conversations.countModel(actor, daily);
      return { begun: await conversations.ask(conversation, asked, actor), byModel: true };
    }
    const plan = edit && (await this.#edited(edit, actor));
    return { begun: await conversations.ask(conversation, question, actor), ...(plan && { plan }) };
  }

  /** The stages and then the answer, whatever becomes of it; nothing more once the user stopped it. */
  async *answer({ begun, plan, byModel }: Beginning, actor: Member, signal: AbortSignal) {
    yield { type: 'conversation', conversation: begun.conversation } satisfies AskEvent;
    const stage = (name: Stage): AskEvent => ({ type: 'stage', stage: name });
    let kept: Kept | undefined;
    let read: Reading | undefined;
    try {
      if (byModel) {
        yield stage('model');
        const made = await this.#byModel(begun.question, actor, signal);
        kept = { kind: 'model', plans: made.plans };
        yield { type: 'answer', answer: this.#answerOf(begun, { ...BARE, content: made.content }) } satisfies AskEvent;
        return;
      }
      yield stage('understand');
      const reading = plan ? answering(plan) : await this.#stage('understand', signal, () => this.#read(begun, actor));
      kept = read = reading;
      let composed = await this.#unanswered(reading, actor, signal);
      if (reading.kind === 'answer') {
        yield stage('query');
        const result = await this.#stage('query', signal, () => this.#deps.assistant.run(reading.plan, actor));
        yield stage('compose');
        composed = await this.#composed(reading.plan, result, actor, signal);
      }
      if (composed)
        yield { type: 'answer', answer: this.#answerOf(begun, composed, reading, actor) } satisfies AskEvent;
    } catch (error) {
      kept = { kind: 'stopped' };
      if (error instanceof Stopped) return;
      const content = failureOf(error);
      kept = { ...content, ...(read && { reading: read }) };
      yield { type: 'answer', answer: this.#answerOf(begun, { ...BARE, content }) } satisfies AskEvent;
    } finally {
      if (kept) await this.#keep(begun, kept);
    }
  }

  /**
   * Answers a question of the user again, with what the user may read today. One that failed is tried from where it was
   * read. @throws Failure
   */
  async again(id: string, actor: Member): Promise<Answer> {
    const answer = await this.#again(id, actor);
    const verdict = await verdictOn(this.#deps.database.db, id);
    return { ...answer, ...(verdict && { verdict }) };
  }

  async #again(id: string, actor: Member): Promise<Answer> {
    const { kept, ...asked } = await this.#deps.conversations.question(id, actor);
    await this.#deps.conversations.countAgain(actor);
    if (kept.kind === 'stopped') return this.#answerOf(asked, { ...BARE, content: kept });
    const { signal } = new AbortController();
    try {
      if (kept.kind === 'model') {
        const content = await this.#stage('compose', signal, () => this.#deps.models.remembered(kept.plans, actor));
        return { ...this.#answerOf(asked, { ...BARE, content }), asOf: null };
      }
      // The model is asked by the user alone.
      if (kept.kind === 'failed' && kept.stage === 'model')
        return this.#answerOf(asked, { ...BARE, content: { kind: 'failed', stage: 'model', message: kept.message } });
      const known = kept.kind === 'failed' ? kept.reading : isOfRights(kept) ? undefined : kept;
      const reading = known ?? (await this.#stage('understand', signal, () => this.#read(asked, actor)));
      const composed =
        reading.kind === 'answer'
          ? await this.#composed(
              reading.plan,
              await this.#stage('query', signal, () => this.#deps.assistant.run(reading.plan, actor)),
              actor,
              signal,
            )
          : await this.#unanswered(reading, actor, signal);
      if (reading !== kept) await this.#keep(asked, reading);
      return this.#answerOf(asked, composed ?? { ...BARE, content: { kind: 'stopped' } }, reading, actor);
    } catch (error) {
      return this.#answerOf(asked, { ...BARE, content: failureOf(error) });
    }
  }

  /** All that the model is asked ends with the deadline of its stage, or when the user stops it. */
  async #byModel(question: string, actor: Member, signal: AbortSignal) {
    const over = new AbortController();
    const ended = AbortSignal.any([signal, over.signal]);
    try {
      return await this.#stage('model', signal, () => this.#deps.models.answer(question, actor, ended));
    } finally {
      over.abort();
    }
  }

  async #read({ id, question }: Pick<Begun, 'id' | 'question'>, actor: Member): Promise<Reading> {
    const before = await this.#deps.conversations.planBefore(id);
    return this.#deps.assistant.read(question, actor, before);
  }

  /** The time of a stage begins with its turn: what is waited for are the answers of others. */
  async #stage<T>(stage: Stage, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const timed = async () => {
      if (signal.aborted) throw new Stopped();
      return within(stage, this.#deps.deadlines[stage], signal, work());
    };
    try {
      // A model is waited for without the database.
      return await (stage === 'model' ? timed() : this.#turns.run(timed));
    } catch (error) {
      if (error instanceof Stopped) throw error;
      const failure = toFailure(error as Error);
      if (!failure) this.#deps.report(error);
      if (failure && isClosed(failure)) throw new StageFailure(stage, '这个问题要用的数据对您不开放，或者已经不存在');
      throw new StageFailure(stage, failure?.message ?? FAILURES.UNAVAILABLE.message);
    }
  }

  #composed(plan: Plan, result: Result, actor: Member, signal: AbortSignal): Promise<Composed> {
    return this.#stage('compose', signal, () => this.#deps.composer.compose(plan, result, actor));
  }

  /** What is said of a question that cannot be answered as it is; undefined for the others. */
  async #unanswered(reading: Reading, actor: Member, signal: AbortSignal): Promise<Composed | undefined> {
    if (reading.kind === 'answer') return undefined;
    if (reading.kind === 'ask') {
      const { question, choices } = reading;
      return { ...BARE, content: { kind: 'ask', question, choices: choices.map(({ label }) => label) } };
    }
    if (reading.kind === 'explain') {
      const { sentence, plan, links = [] } = reading;
      const { label, listHref } = plan ? await this.#deps.composer.view(plan, actor) : {};
      const list = listHref === undefined ? [] : [{ label: `查看${label}列表`, href: listHref }];
      return { ...BARE, content: { kind: 'text', sentence, links: [...links, ...list] } };
    }
    const unknown = reading.kind === 'partly' ? [...reading.unknown] : [];
    const questions = await this.#instead(reading, actor, signal);
    const reason = reading.kind === 'partly' ? '有的词没有理解，因此没有查询' : reading.reason;
    if (reading.kind === 'decline' && reading.topic !== undefined) {
      const { topic, instead = '' } = reading;
      return { ...BARE, content: { kind: 'refused', topic, reason, instead, questions } };
    }
    return { ...BARE, content: { kind: 'declined', reason, unknown, instead: questions } };
  }

  /** Examples, those about the same object first; none while they take too long to make. */
  async #instead(reading: Reading, actor: Member, signal: AbortSignal): Promise<string[]> {
    const all = await this.#stage('understand', signal, () => this.#deps.examples.examples(actor)).catch(orNone);
    const about = reading.kind === 'partly' || reading.kind === 'decline' ? reading.object : undefined;
    const object = this.#deps.assistant.askable(actor).get(about ?? '');
    const own = all.find((one) => one.object === object?.label)?.questions ?? [];
    const first = all.flatMap(({ questions }) => questions.slice(0, 1));
    return [...new Set([...own, ...first])].slice(0, INSTEAD);
  }

  /** The plan that an answer is gone on with. @throws Failure UNKNOWN_RECORD; INVALID_BODY where there is none. */
  async #edited(edit: Edit, actor: Member): Promise<Plan> {
    const { kept } = await this.#deps.conversations.question(edit.of, actor);
    const chosen = kept.kind === 'ask' ? kept.choices.find(({ label }) => label === edit.choose)?.plan : undefined;
    if (chosen) return chosen;
    const found = kept.kind === 'answer' ? this.#changed(kept.plan, edit, actor) : undefined;
    if (!found) throw new Failure('INVALID_BODY', '这一项已不适用，请重新提问');
    return found;
  }

  #changed(plan: Plan, { next, without, filter, shape }: Edit, actor: Member): Plan | undefined {
    const { composer } = this.#deps;
    if (without !== undefined) return withoutPart(plan, without);
    if (filter !== undefined) return composer.filtered(plan, filter, actor);
    if (shape) return composer.shaped(plan, shape, actor);
    return composer.nextOf(plan, actor).find(({ label }) => label === next)?.plan;
  }

  #answerOf(
    { id, question, askedAt }: Pick<Begun, 'id' | 'question' | 'askedAt'>,
    { content, plan, notes, emptied, next }: Composed,
    reading?: Reading,
    actor?: Member,
  ): Answer {
    const vocabulary = actor && this.#deps.assistant.vocabulary(actor);
    const today = shanghaiDay(this.#deps.now());
    const pieces = reading && vocabulary ? piecesOf(question, reading, vocabulary, today) : [];
    const isRead = plan !== undefined || content.kind === 'model';
    const canAskModel = this.#deps.models.dailyQuestions !== null && !UNASKED.has(content.kind);
    return {
      id,
      question,
      ...(pieces.length > 0 && { pieces }),
      askedAt: askedAt.toISOString(),
      content,
      ...(plan && { plan }),
      assumptions: reading?.kind === 'answer' ? [...reading.assumptions] : [],
      notes: [...notes],
      emptied: [...emptied],
      next: [...next],
      ...(canAskModel && { canAskModel }),
      asOf: isRead ? this.#deps.now().toISOString() : null,
    };
  }

  /** The answer was shown: that it could not be kept is no failure of it. */
  async #keep({ id }: Pick<Begun, 'id'>, kept: Kept): Promise<void> {
    const { database, now, report } = this.#deps;
    try {
      await keepAnswer(database.db, id, kept);
      if (kept.kind === 'partly') await countWords(database.db, kept.unknown.filter(isWord), kept.object, now());
    } catch (error) {
      report(error);
    }
  }
}

const answering = (plan: Plan): Reading => ({ kind: 'answer', plan, understood: [], assumptions: [] });

/** Refused because of what was closed to the user, who may have other rights by now. */
const isOfRights = (kept: Kept): boolean => kept.kind === 'decline' && kept.topic === 'closed';

/** Numbers and addresses may be personal, and are no words. */
const isWord = (text: string): boolean => !/[\d@]/.test(text) && text.length <= MAX_QUESTION / 10;

const isClosed = ({ failure }: Failure): boolean =>
  failure === 'FORBIDDEN' || failure === 'VIP_REQUIRED' || failure === 'INVALID_QUERY' || failure === 'UNKNOWN_OBJECT';
