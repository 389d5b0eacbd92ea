/** Shown in a room without conversations. */
export function NoChats() {
  return (
    <div className="no-chats" role="status">
      <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden>
        <ellipse cx="80" cy="108" rx="58" ry="7" fill="var(--canvas)" />
        <path
          d="M28 22h66a10 10 0 0 1 10 10v28a10 10 0 0 1-10 10H56L40 84V70H28a10 10 0 0 1-10-10V32a10 10 0 0 1 10-10Z"
          fill="var(--brand-wash)"
          stroke="var(--line-strong)"
          strokeWidth="1.5"
        />
        <path d="M34 40h48M34 52h30" stroke="var(--line-strong)" strokeWidth="4" strokeLinecap="round" />
        <path
          d="M112 46h18a10 10 0 0 1 10 10v20a10 10 0 0 1-10 10h-6v11l-12-11H92a10 10 0 0 1-10-10v-2"
          fill="var(--paper)"
          stroke="var(--line-strong)"
          strokeWidth="1.5"
        />
        <circle cx="106" cy="70" r="2.5" fill="var(--line-strong)" />
        <circle cx="116" cy="70" r="2.5" fill="var(--line-strong)" />
        <circle cx="126" cy="70" r="2.5" fill="var(--line-strong)" />
      </svg>
      <p>暂无聊天</p>
    </div>
  );
}
