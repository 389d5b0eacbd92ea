import { Type, type Static } from 'typebox';
import { ChartReply } from './details.ts';
import { RecordRow } from './records.ts';
import { Verdict } from './jingchat-learning.ts';
import { Edit, PlanView } from './jingchat-plan.ts';
import { AskContent, ModelContent, QuestionPiece, TextContent } from './jingchat-words.ts';
import { type BodyOf, RecordId, type ReplyOf, route } from './route.ts';

/** Code points of a question, and of the title of a conversation. */
export const MAX_QUESTION = 200;
export const MAX_TITLE = 60;
/** Questions of one conversation, and conversations of one user. */
export const MAX_QUESTIONS = 200;
export const MAX_CONVERSATIONS = 100;

/** What an answer goes through, in this order; one of the model is a stage of its own. */
export const STAGES = ['understand', 'query', 'compose', 'model'] as const;
export type Stage = (typeof STAGES)[number];
const Stage = Type.Unsafe<Stage>(Type.Union(STAGES.map((stage) => Type.Literal(stage))));

const ListContent = Type.Object({
  kind: Type.Literal('list'),
  sentence: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Array(RecordRow),
});

/** A record as itself: `columns` are its fields that hold something, in the order of its page. */
const RecordContent = Type.Object({
  kind: Type.Literal('record'),
  sentence: Type.String(),
  name: Type.String(),
  columns: Type.Array(Type.String()),
  row: RecordRow,
});

/** Records side by side, one column each. */
const ComparisonContent = Type.Object({
  kind: Type.Literal('comparison'),
  sentence: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Array(RecordRow),
  /** Fields in which the records are not alike. */
  differing: Type.Array(Type.String()),
});

/** One number with what it is called, for reading. */
const Figure = Type.Object({ label: Type.String(), text: Type.String() });

const NumberContent = Type.Object({
  kind: Type.Literal('number'),
  sentence: Type.String(),
  figures: Type.Array(Figure),
});

const GroupsContent = Type.Object({
  kind: Type.Literal('groups'),
  sentence: Type.String(),
  /** What the groups and their numbers are called. */
  by: Type.String(),
  measures: Type.Array(Type.String()),
  rows: Type.Array(
    Type.Object({
      key: Type.Union([Type.String(), Type.Null()]),
      label: Type.String(),
      texts: Type.Array(Type.String()),
      /** The list of the records of the group. */
      href: Type.Optional(Type.String()),
    }),
  ),
  /** The same as a picture, where there is one to draw. */
  chart: Type.Optional(
    Type.Object({
      kind: Type.Unsafe<'bar' | 'line'>(Type.Union([Type.Literal('bar'), Type.Literal('line')])),
      chart: ChartReply,
    }),
  ),
});

const DeclinedContent = Type.Object({
  kind: Type.Literal('declined'),
  reason: Type.String(),
  /** Words that mean nothing here. */
  unknown: Type.Array(Type.String()),
  /** Questions that can be asked instead. */
  instead: Type.Array(Type.String()),
});

/** Why a question is not answered, though it was understood: what it asks for is no matter of records. */
export const TOPICS = ['advice', 'forecast', 'personal', 'elsewhere', 'closed'] as const;
const Topic = Type.Unsafe<(typeof TOPICS)[number]>(Type.Union(TOPICS.map((topic) => Type.Literal(topic))));
const RefusedContent = Type.Object({
  kind: Type.Literal('refused'),
  topic: Topic,
  reason: Type.String(),
  /** What can be done instead. */
  instead: Type.String(),
  /** Questions that can be asked. */
  questions: Type.Array(Type.String()),
});

const FailedContent = Type.Object({
  kind: Type.Literal('failed'),
  stage: Stage,
  message: Type.String(),
});

const StoppedContent = Type.Object({ kind: Type.Literal('stopped') });

/** What an answer says, by its kind. */
const AnswerContent = Type.Union([
  ListContent,
  RecordContent,
  ComparisonContent,
  NumberContent,
  GroupsContent,
  AskContent,
  DeclinedContent,
  RefusedContent,
  TextContent,
  ModelContent,
  FailedContent,
  StoppedContent,
]);
export type AnswerContent = Static<typeof AnswerContent>;
export type ContentOf<Kind extends AnswerContent['kind']> = Extract<AnswerContent, { kind: Kind }>;

/** A condition without which there would be records. */
const Emptied = Type.Object({ at: Type.Integer(), text: Type.String(), total: Type.Integer() });
export type Emptied = Static<typeof Emptied>;

export const Answer = Type.Object({
  id: RecordId,
  question: Type.String(),
  /** The question in pieces that together are its text; absent where they are not known. */
  pieces: Type.Optional(Type.Array(QuestionPiece)),
  askedAt: Type.String(),
  content: AnswerContent,
  /** What was asked of the data; absent where nothing was. */
  plan: Type.Optional(PlanView),
  /** What was decided for the user where the question leaves it open. */
  assumptions: Type.Array(Type.String()),
  /** What the numbers leave out. */
  notes: Type.Array(Type.String()),
  /** Of an empty answer. */
  emptied: Type.Array(Emptied),
  /** Questions that go on from here, by their words. */
  next: Type.Array(Type.String()),
  /** The question can be put to a language model. */
  canAskModel: Type.Optional(Type.Literal(true)),
  /** What the user said of it. */
  verdict: Type.Optional(Verdict),
  /** When the data was read; null where none was. */
  asOf: Type.Union([Type.String(), Type.Null()]),
});
export type Answer = Static<typeof Answer>;

const Conversation = Type.Object({ id: RecordId, title: Type.String(), updatedAt: Type.String() });
export type Conversation = Static<typeof Conversation>;

/** A question that was asked before. What the data said is read again: see answerAgain. */
const AskedQuestion = Type.Object({
  id: RecordId,
  question: Type.String(),
  askedAt: Type.String(),
  /** Is there anything to read again? */
  hasPlan: Type.Boolean(),
});
export type AskedQuestion = Static<typeof AskedQuestion>;

/** What a stream of an answer says. */
export const AskEvent = Type.Union([
  Type.Object({ type: Type.Literal('conversation'), conversation: Conversation }),
  Type.Object({ type: Type.Literal('stage'), stage: Stage }),
  Type.Object({ type: Type.Literal('answer'), answer: Answer }),
]);
export type AskEvent = Static<typeof AskEvent>;

export const askQuestion = route({
  method: 'POST',
  path: '/api/rong/jingchat/ask',
  summary: 'Ask a question: a stream of server-sent events, the stages and then the answer',
  action: 'jingchat.ask',
  body: Type.Object(
    {
      /** A new one when absent. */
      conversation: Type.Optional(RecordId),
      // The bounds are judged by the service, in words of its own; this only bounds the size.
      question: Type.String({ maxLength: 4 * MAX_QUESTION }),
      edit: Type.Optional(Edit),
    },
    { additionalProperties: false },
  ),
  reply: AskEvent,
});
export type Asked = BodyOf<typeof askQuestion>;

const Params = Type.Object({ id: RecordId });

export const listConversations = route({
  method: 'GET',
  path: '/api/rong/jingchat/list',
  summary: 'One’s own conversations with the assistant, the latest first',
  action: 'jingchat.ask',
  reply: Type.Object({ list: Type.Array(Conversation) }),
});

export const readExamples = route({
  method: 'GET',
  path: '/api/rong/jingchat/examples',
  summary: 'Questions that can be asked, made from the lists that are open to the user',
  action: 'jingchat.ask',
  reply: Type.Object({
    list: Type.Array(Type.Object({ object: Type.String(), questions: Type.Array(Type.String()) })),
  }),
});
export type Examples = ReplyOf<typeof readExamples>['list'];

export const readConversation = route({
  method: 'GET',
  path: '/api/rong/jingchat/{id}',
  summary: 'What was asked in a conversation of one’s own, oldest first',
  action: 'jingchat.ask',
  params: Params,
  reply: Type.Object({ conversation: Conversation, questions: Type.Array(AskedQuestion) }),
});

export const renameConversation = route({
  method: 'POST',
  path: '/api/rong/jingchat/{id}/rename',
  summary: 'Give a conversation of one’s own another title',
  action: 'jingchat.ask',
  params: Params,
  body: Type.Object({ title: Type.String({ maxLength: 4 * MAX_TITLE }) }, { additionalProperties: false }),
  reply: Conversation,
});

export const removeConversation = route({
  method: 'POST',
  path: '/api/rong/jingchat/{id}/remove',
  summary: 'Remove a conversation of one’s own; it can be restored for 30 days',
  action: 'jingchat.ask',
  params: Params,
  reply: Type.Null(),
});

export const restoreConversation = route({
  method: 'POST',
  path: '/api/rong/jingchat/{id}/restore',
  summary: 'Take the removal of a conversation back',
  action: 'jingchat.ask',
  params: Params,
  reply: Conversation,
});

export const answerAgain = route({
  method: 'POST',
  path: '/api/rong/jingchat/answer/{id}',
  summary: 'Answer a question of one’s own again: with the plan that is kept, today’s data and today’s rights',
  action: 'jingchat.ask',
  params: Params,
  reply: Answer,
});
