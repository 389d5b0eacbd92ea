import type { ChatCompany } from '#schemas/api/chat-people.ts';
import { companyPath, hashAddress } from '#client/lib/router.ts';
import { PlainLink } from '#client/ui/plain-button.tsx';
import { ChatAvatar } from '#client/features/chat/base/chat-avatar.tsx';
import './company-tab.css';

/** A company that the other speaks for; its page opens beside this one. */
export function CompanyTab({ company }: { readonly company: ChatCompany }) {
  const { ccid, name, logo, brief } = company;
  return (
    <div className="chat-company">
      <ChatAvatar name={name} picture={logo} size={64} isLogo />
      <h3>{name}</h3>
      <p>{brief === '' ? '暂无简介' : brief}</p>
      <PlainLink look="outlined" href={hashAddress(companyPath(ccid))} target="_blank" rel="noopener">
        查看企业详情
      </PlainLink>
    </div>
  );
}
