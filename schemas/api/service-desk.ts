import { Type } from 'typebox';
import { RecordId, route } from './route.ts';

/** Characters of a message to customer service and of its answer, in code points. */
export const MIN_SERVICE_TEXT = 2;
export const MAX_SERVICE_TEXT = 500;

const Kept = Type.Object({ id: Type.String() });

export const readServiceDesk = route({
  method: 'GET',
  path: '/api/rong/service',
  summary: 'Whether staff of customer service are here now',
  action: 'service.read',
  reply: Type.Object({ online: Type.Boolean() }),
});

export const leaveServiceMessage = route({
  method: 'POST',
  path: '/api/rong/service/message',
  summary: 'Leave customer service a message, which staff answer',
  action: 'service.write',
  // The bounds are judged by the service, in the form's own words; this only bounds the size.
  body: Type.Object({ content: Type.String({ maxLength: 4 * MAX_SERVICE_TEXT }) }, { additionalProperties: false }),
  reply: Kept,
});

export const answerServiceMessage = route({
  method: 'POST',
  path: '/api/staff/serviceMessages/{id}/answer',
  summary: 'Answer a message to customer service: the user is notified of it',
  action: 'service.answer',
  params: Type.Object({ id: RecordId }),
  body: Type.Object(
    { answer: Type.String({ minLength: MIN_SERVICE_TEXT, maxLength: MAX_SERVICE_TEXT }) },
    { additionalProperties: false },
  ),
  reply: Kept,
});
