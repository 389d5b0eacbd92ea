/** A view that its owner changed: what it became when its subscriber was notified, and whether they keep what it was. */
export const ALERT_VIEWS: readonly string[] = [
  'alter table alert_subscription add column offered text',
  'alter table alert_subscription add column declined boolean not null default false',
];
