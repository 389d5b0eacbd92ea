/** A message of a conversation with a model, as the chat completions of OpenAI have it. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly unknown[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** A tool that the model may ask for; `parameters` is a JSON Schema. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

/** A tool that the model asks for; `input` is what it wrote, which need not be JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

export interface ModelReply {
  /** Empty where it only asks for tools. */
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** Tokens that the service counted; 0 where it does not say. */
  readonly tokens: number;
  readonly bytes: number;
}

/** A language model behind a service. Whatever it says is untrusted. */
export interface ChatModel {
  /** Questions of all users that it may be asked on one day of Asia/Shanghai. */
  readonly dailyQuestions: number;
  /** @throws Failure UNAVAILABLE with words for users; the reason of the signal when it is aborted. */
  readonly complete: (
    messages: readonly ChatMessage[],
    tools: readonly OfferedTool[],
    signal: AbortSignal,
  ) => Promise<ModelReply>;
}
