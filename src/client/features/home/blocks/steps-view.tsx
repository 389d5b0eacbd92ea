import type { HomeContentOf } from '#schemas/api/home.ts';
import { hashAddress } from '#client/lib/router.ts';
import { PlainLink } from '#client/ui/plain-button.tsx';

const STATES = { done: '已完成', next: '下一步', later: '待进行' } as const;

/** What an account does first, one after another; the next one has its words and the way to it. */
export function StepsView({ content }: { readonly content: HomeContentOf<'steps'> }) {
  const next = content.steps.find(({ state }) => state === 'next');
  return (
    <div className="home-steps">
      {content.steps.length > 1 && (
        <ol>
          {content.steps.map(({ title, state }) => (
            <li key={title} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
              {title}
              <span className="visually-hidden">，{STATES[state]}</span>
            </li>
          ))}
        </ol>
      )}
      {next && (
        <div>
          <p>{next.words}</p>
          <PlainLink look="filled" href={hashAddress(next.path)}>
            {next.action}
          </PlainLink>
        </div>
      )}
    </div>
  );
}
