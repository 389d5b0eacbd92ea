/** Coins for one contact beyond the free allowance. */
export const CONTACT_PRICE = 60;
/** Contacts that an investor or an organisation sees free on a day of Asia/Shanghai. */
export const DAILY_VIEWS = 3;
/** Contacts that a founder may open on a day. */
export const FOUNDER_DAILY_CONTACTS = 5;
/** The same for an SVIP of whatever kind. */
export const SVIP_DAILY_VIEWS = 15;
