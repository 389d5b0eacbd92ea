import type { Composer } from '#server/features/jingchat/composer.ts';
import { ModelAnswers } from '#server/features/jingchat/model-answers.ts';
import type { Assistant } from '#server/features/jingchat/service.ts';
import { AssistantTools } from '#server/features/jingchat/tools/tools.ts';
import type { Services } from '#server/services.ts';

/** Answers of a model where none is set up. */
export const noModel = (services: Services, assistant: Assistant, composer: Composer): ModelAnswers =>
  new ModelAnswers({
    model: null,
    tools: new AssistantTools(services, assistant),
    assistant,
    composer,
    now: services.now,
    note: () => undefined,
  });
