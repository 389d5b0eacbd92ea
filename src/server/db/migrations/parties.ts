/** Says on the objects whose records lead to a user that they do, which was known to code alone. Staff keep all else. */
export const PARTIES: readonly string[] = [
  `with leads (api_name, party) as (values
      ('InsightCompany', '{"kind": "company"}'::jsonb),
      ('InsightProject', '{"kind": "company", "via": "company"}'::jsonb),
      ('InsightInvestor', '{"kind": "investor"}'::jsonb),
      ('InsightOrg', '{"kind": "investor"}'::jsonb)),
    next as (
      update meta_object o set version = o.version + 1,
        definition = o.definition || jsonb_build_object('party', leads.party, 'version', o.version + 1)
      from leads where o.api_name = leads.api_name and not o.definition ? 'party'
        and (not leads.party ? 'via' or exists (
          select from jsonb_array_elements(o.definition -> 'fields') field
          where field ->> 'apiName' = leads.party ->> 'via' and field ->> 'removed' is distinct from 'true'))
      returning o.api_name, o.version, o.definition)
    insert into meta_object_version (api_name, version, definition, steps, author)
      select api_name, version, definition, '[]', 'system' from next`,
];
