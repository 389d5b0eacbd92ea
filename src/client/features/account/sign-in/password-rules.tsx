import { kindsOfCharacters, PASSWORD_LENGTH } from '#shared/validation/password-rules.ts';

/** What a password must be, and which of it this one is already. */
export function PasswordRules({ password }: { readonly password: string }) {
  const { least, most } = PASSWORD_LENGTH;
  const { length } = [...password];
  const rules = [
    [`${least} 到 ${most} 个字符`, length >= least && length <= most],
    ['大写字母、小写字母、数字、符号中至少两种', kindsOfCharacters(password) >= 2],
  ] as const;
  return (
    <ul className="password-rules">
      {rules.map(([text, isMet]) => (
        <li key={text} data-met={isMet || undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
}
