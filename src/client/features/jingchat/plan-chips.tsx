import type { PlanView } from '#schemas/api/jingchat.ts';
import { hashAddress } from '#client/lib/router.ts';
import { PlainLink } from '#client/ui/plain-button.tsx';

interface PlanChipsProps {
  readonly plan: PlanView;
  readonly isBusy: boolean;
  readonly onRemove: (at: number, text: string) => void;
}

/** What was asked of the data: each condition can be taken away, and the list of the same records be opened. */
export function PlanChips({ plan, isBusy, onRemove }: PlanChipsProps) {
  return (
    <div className="jing-plan">
      <ul aria-label="查询条件">
        <li className="jing-chip" data-kind="object">
          {plan.label}
        </li>
        {plan.parts.map(({ at, text }) => (
          <li key={at} className="jing-chip">
            {text}
            <button type="button" aria-label={`去掉条件：${text}`} disabled={isBusy} onClick={() => onRemove(at, text)}>
              ×
            </button>
          </li>
        ))}
        {plan.shape.map((text) => (
          <li key={text} className="jing-chip" data-kind="shape">
            {text}
          </li>
        ))}
      </ul>
      {plan.listHref !== undefined && (
        <PlainLink href={hashAddress(plan.listHref)} target="_blank" rel="noopener">
          在列表中打开、导出 ›
        </PlainLink>
      )}
    </div>
  );
}
