import { observer } from 'mobx-react-lite';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { PlainField } from '#client/ui/plain-field.tsx';
import type { CodeSender } from './code-sender.ts';

const CODE_LENGTH = 6;
const NO_DIGIT = /\D/g;

interface CodeLineProps {
  readonly sender: CodeSender;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/** What is wrong with a code at first sight. */
export const codeProblem = (code: string): string | undefined => {
  if (code === '') return '请输入验证码';
  return code.length === CODE_LENGTH ? undefined : `验证码为 ${CODE_LENGTH} 位数字`;
};

/** The code of a text message, and the button that has one sent. */
export const CodeLine = observer(function CodeLine({ sender, value, problem, onChange }: CodeLineProps) {
  const { seconds } = sender.countdown;
  const label = sender.isSent ? '重新获取' : '获取验证码';
  return (
    <PlainField
      label="验证码"
      inputMode="numeric"
      autoComplete="one-time-code"
      name="code"
      placeholder="6 位数字"
      value={value}
      problem={problem}
      onChange={(text) => onChange(text.replace(NO_DIGIT, '').slice(0, CODE_LENGTH))}
      help={<span role="status">{sender.isSent ? '验证码已发送，请留意短信' : ''}</span>}
      end={
        <PlainButton disabled={!sender.isReady} onClick={() => void sender.send()}>
          {seconds > 0 ? `${seconds} 秒后重发` : label}
        </PlainButton>
      }
    />
  );
});
