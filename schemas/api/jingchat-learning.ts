import { Type, type Static } from 'typebox';
import { RecordId, type ReplyOf, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

/** Option set of what is wrong with an answer; staff may edit it. */
export const WRONG_REASONS = 'wrongAnswerReason';
/** Code points of what a user adds to it. */
export const MAX_REMARK = 200;

const Params = Type.Object({ id: RecordId });

/** Was an answer of use? */
export const Verdict = Type.Union([Type.Literal('useful'), Type.Literal('wrong')]);
export type Verdict = Static<typeof Verdict>;

export const judgeAnswer = route({
  method: 'POST',
  path: '/api/rong/jingchat/answer/{id}/verdict',
  summary: 'Say of an answer of one’s own whether it was of use, or take that back',
  action: 'jingchat.ask',
  params: Params,
  body: Type.Object(
    {
      /** Null takes back what was said. */
      verdict: Type.Union([Verdict, Type.Null()]),
      /** A value of the option set, where the answer is wrong. */
      reason: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      remark: Type.Optional(Type.String({ maxLength: 4 * MAX_REMARK })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

export const readWrongReasons = route({
  method: 'GET',
  path: '/api/rong/jingchat/reasons',
  summary: 'What may be wrong with an answer',
  action: 'jingchat.ask',
  reply: Type.Object({ list: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })) }),
});
export type WrongReasons = ReplyOf<typeof readWrongReasons>['list'];

export const teachWord = route({
  method: 'POST',
  path: '/api/staff/jingchat/word/{id}/teach',
  summary:
    'Make a word that meant nothing another name of an object, a field or an option; refused without a reason where questions that are answered well would be read otherwise',
  action: 'assistant.teach',
  params: Params,
  body: Type.Object(
    {
      /** A record of WordTarget. */
      target: RecordId,
      /** Why the word is taught although questions are read otherwise with it. */
      reason: Type.Optional(StaffReason),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    /** What was done, and the questions that are read otherwise from now on. */
    said: Type.Array(Type.String()),
  }),
});

export const closeWrongAnswer = route({
  method: 'POST',
  path: '/api/staff/jingchat/wrong/{id}/close',
  summary: 'Say that an answer which a user called wrong was looked into',
  action: 'assistant.teach',
  params: Params,
  body: Type.Object({ note: StaffReason }, { additionalProperties: false }),
  reply: Type.Null(),
});
