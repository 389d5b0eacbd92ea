/**
 * What meets the conditions that only the database can try: keywords, and records of other objects. `kept` is the state of
 * the view for which that is known; null until it is.
 */
export const ALERT_MEMBERS: readonly string[] = [
  'alter table alert_subscription add column kept text',
  `create table alert_member (
    subscription_id bigint not null references alert_subscription (id) on delete cascade,
    object_api_name text not null,
    record_id bigint not null,
    primary key (subscription_id, object_api_name, record_id)
  )`,
];
