import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { BubbleProps } from './bubble-props.ts';
import { projectOf } from '#client/features/chat/messages/message-content.ts';
import { UnreadableBubble } from './unreadable-bubble.tsx';

/** Type 14: the card of a company, with its business plan where one came along. */
export function ProjectBubble({ shown, actions }: BubbleProps) {
  const project = projectOf(shown.content);
  if (!project) return <UnreadableBubble />;
  const { ccid, name, logo, brief, hasBp } = project;
  return (
    <div className="bubble bubble-card bubble-project">
      {/* The frame has its size whether the logo has come or not. */}
      <span className="bubble-logo">{logo === null ? <BusinessOutlined /> : <img src={logo} alt="" />}</span>
      <p className="bubble-title">{name === '' ? '未命名项目' : name}</p>
      {brief !== '' && <p className="bubble-brief">{brief}</p>}
      <div className="bubble-buttons">
        <PlainButton look="outlined" onClick={() => actions.openCompany(ccid)}>
          查看项目
        </PlainButton>
        {hasBp && (
          <PlainButton look="outlined" onClick={() => actions.openCompanyPlan(ccid, name)}>
            查看BP
          </PlainButton>
        )}
      </div>
    </div>
  );
}
