import type { FastifyInstance } from 'fastify';
import {
  type Answer,
  answerAgain,
  askQuestion,
  listConversations,
  readConversation,
  readExamples,
  removeConversation,
  renameConversation,
  restoreConversation,
} from '#schemas/api/jingchat.ts';
import { closeWrongAnswer, judgeAnswer, readWrongReasons, teachWord } from '#schemas/api/jingchat-learning.ts';
import { mount } from '#server/http/mount.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import type { ChatModel } from '#server/platform/providers/model/chat-model.ts';
import type { Services } from '#server/services.ts';
import type { RowUse } from '#server/platform/row-use/row-use.ts';
import { Asking } from './asking.ts';
import { DEADLINES, type Deadlines } from './stages.ts';
import { Composer } from './composer.ts';
import { Conversations } from './conversations.ts';
import { ExampleMaker } from './examples.ts';
import { Regression } from './learning/regression.ts';
import { Teaching } from './learning/teaching.ts';
import { Verdicts } from './learning/verdicts.ts';
import { ModelAnswers } from './model-answers.ts';
import { Assistant } from './service.ts';
import { AssistantTools } from './tools/tools.ts';

export interface JingchatDeps extends Pick<Services, 'database' | 'catalog' | 'metadata' | 'reader' | 'now'> {
  readonly limits: Limits;
  readonly rows: RowUse;
  readonly deadlines?: Deadlines | undefined;
  /** Null where no question leaves the installation. */
  readonly model: ChatModel | null;
}

/** Records that an answer shows. */
function rowsOf({ content }: Answer): number {
  if (content.kind === 'list' || content.kind === 'comparison') return content.rows.length;
  return content.kind === 'record' ? 1 : 0;
}

/** Questions to the assistant, answered stage by stage, and the conversations they are kept in. */
export function jingchatRoutes(app: FastifyInstance, deps: JingchatDeps): void {
  const assistant = new Assistant(deps, () => performance.now());
  const conversations = new Conversations(deps);
  const examples = new ExampleMaker(deps, assistant);
  const report = (error: unknown) => app.log.error({ err: error }, 'a question could not be answered');
  const composer = new Composer(deps, assistant);
  const models = new ModelAnswers({
    model: deps.model,
    tools: new AssistantTools(deps, assistant),
    assistant,
    composer,
    now: deps.now,
    note: (use) => app.log.info(use, 'a model was asked'),
  });
  const asking = new Asking({
    ...deps,
    assistant,
    conversations,
    examples,
    composer,
    models,
    deadlines: deps.deadlines ?? DEADLINES,
    report,
  });
  mount(app, askQuestion, async ({ body, actor, reply }) => {
    const meter = await deps.rows.meter(actor, 'searches');
    meter.admit();
    const begun = await asking.begin(body, actor);
    const { raw } = reply;
    const left = new AbortController();
    raw.on('close', () => left.abort());
    reply.hijack();
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    try {
      for await (const event of asking.answer(begun, actor, left.signal)) {
        if (event.type === 'answer') meter.add(rowsOf(event.answer));
        if (!raw.destroyed) raw.write(`data: ${JSON.stringify(event)}\n\n`);
      }
    } catch (error) {
      report(error);
    }
    raw.end();
    return reply;
  });
  const teaching = new Teaching({ ...deps, regression: new Regression({ ...deps, assistant, examples }) });
  const verdicts = new Verdicts({ ...deps, conversations, composer });
  mount(app, teachWord, async ({ params, body, actor }) =>
    teaching.teach(params.id, body.target, body.reason ?? '', actor),
  );
  mount(app, closeWrongAnswer, async ({ params, body, actor }) => verdicts.close(params.id, body.note, actor));
  mount(app, judgeAnswer, async ({ params, body, actor }) => verdicts.judge(params.id, body, actor));
  mount(app, readWrongReasons, async () => ({ list: verdicts.reasons }));
  mount(app, listConversations, async ({ actor }) => conversations.list(actor));
  mount(app, readExamples, async ({ actor }) => ({ list: await examples.examples(actor) }));
  mount(app, readConversation, async ({ params, actor }) => conversations.open(params.id, actor));
  mount(app, renameConversation, async ({ params, body, actor }) => conversations.rename(params.id, body.title, actor));
  mount(app, removeConversation, async ({ params, actor }) => conversations.remove(params.id, actor));
  mount(app, restoreConversation, async ({ params, actor }) => conversations.restore(params.id, actor));
  mount(app, answerAgain, async ({ params, actor }) => {
    const meter = await deps.rows.meter(actor, 'searches');
    meter.admit();
    const answer = await asking.again(params.id, actor);
    meter.add(rowsOf(answer));
    return answer;
  });
}
