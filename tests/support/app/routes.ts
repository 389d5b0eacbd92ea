import * as alerts from '#schemas/api/alerts.ts';
import * as albums from '#schemas/api/albums.ts';
import * as apiKeys from '#schemas/api/api-keys.ts';
import * as auditLog from '#schemas/api/audit-log.ts';
import * as companyMembers from '#schemas/api/company-members.ts';
import * as contacts from '#schemas/api/contacts.ts';
import * as plans from '#schemas/api/plans.ts';
import * as contactViews from '#schemas/api/contact-views.ts';
import * as contactStaff from '#schemas/api/contact-staff.ts';
import * as contactSettings from '#schemas/api/contact-settings.ts';
import * as boards from '#schemas/api/boards.ts';
import * as bulk from '#schemas/api/bulk.ts';
import * as chat from '#schemas/api/chat.ts';
import * as chatExchange from '#schemas/api/chat-exchange.ts';
import * as chatPeople from '#schemas/api/chat-people.ts';
import * as chatSearch from '#schemas/api/chat-search.ts';
import * as chatSettings from '#schemas/api/chat-settings.ts';
import * as coins from '#schemas/api/coins.ts';
import * as corrections from '#schemas/api/corrections.ts';
import * as details from '#schemas/api/details.ts';
import * as dictionary from '#schemas/api/dictionary.ts';
import * as devices from '#schemas/api/devices.ts';
import * as duplicates from '#schemas/api/duplicates.ts';
import * as events from '#schemas/api/events.ts';
import * as exchangeRates from '#schemas/api/exchange-rates.ts';
import * as exports from '#schemas/api/exports.ts';
import * as identity from '#schemas/api/identity.ts';
import * as identityCompanies from '#schemas/api/identity-companies.ts';
import * as identityDesk from '#schemas/api/identity-desk.ts';
import * as investorLinks from '#schemas/api/investor-links.ts';
import * as identityEmail from '#schemas/api/identity-email.ts';
import * as matchLists from '#schemas/api/match-lists.ts';
import * as mcp from '#schemas/api/mcp.ts';
import * as merging from '#schemas/api/merging.ts';
import * as backFills from '#schemas/api/back-fills.ts';
import * as fieldRenaming from '#schemas/api/field-renaming.ts';
import * as metadataEditing from '#schemas/api/metadata-editing.ts';
import * as automation from '#schemas/api/automation.ts';
import * as packages from '#schemas/api/packages.ts';
import * as metadataImpact from '#schemas/api/metadata-impact.ts';
import * as imports from '#schemas/api/imports.ts';
import * as metadata from '#schemas/api/metadata.ts';
import * as lifecycle from '#schemas/api/lifecycle.ts';
import * as listGroups from '#schemas/api/list-groups.ts';
import * as livestreams from '#schemas/api/livestreams.ts';
import * as jingchatLearning from '#schemas/api/jingchat-learning.ts';
import * as jingchat from '#schemas/api/jingchat.ts';
import * as keptLists from '#schemas/api/kept-lists.ts';
import * as stars from '#schemas/api/stars.ts';
import * as listColumns from '#schemas/api/list-columns.ts';
import * as landing from '#schemas/api/landing.ts';
import * as qrLogin from '#schemas/api/qr-login.ts';
import * as passport from '#schemas/api/passport.ts';
import * as profile from '#schemas/api/profile.ts';
import * as notes from '#schemas/api/notes.ts';
import * as notices from '#schemas/api/notices.ts';
import * as open from '#schemas/api/open.ts';
import * as orders from '#schemas/api/orders.ts';
import * as personPage from '#schemas/api/person-page.ts';
import * as pipeline from '#schemas/api/pipeline.ts';
import * as quality from '#schemas/api/quality.ts';
import * as records from '#schemas/api/records.ts';
import * as reports from '#schemas/api/reports.ts';
import * as financing from '#schemas/api/financing.ts';
import * as home from '#schemas/api/home.ts';
import * as legal from '#schemas/api/legal.ts';
import * as help from '#schemas/api/help.ts';
import * as secondFactor from '#schemas/api/second-factor.ts';
import * as search from '#schemas/api/search.ts';
import * as serviceDesk from '#schemas/api/service-desk.ts';
import * as session from '#schemas/api/session.ts';
import * as staff from '#schemas/api/staff.ts';
import * as staffRequests from '#schemas/api/staff-requests.ts';
import * as uploads from '#schemas/api/uploads.ts';
import * as views from '#schemas/api/views.ts';
import * as visits from '#schemas/api/visits.ts';
import * as waiting from '#schemas/api/waiting.ts';
import * as webhooks from '#schemas/api/webhooks.ts';
import type { Route } from '#schemas/api/route.ts';

const isRoute = (entry: [string, unknown]): entry is [string, Route] => {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'action' in value && 'path' in value;
};

/** Every route of the wire with the name it is exported by. */
export const ROUTES = Object.entries<unknown>({
  ...alerts,
  ...notes,
  ...albums,
  ...keptLists,
  ...listColumns,
  ...stars,
  ...apiKeys,
  ...mcp,
  ...open,
  ...auditLog,
  ...companyMembers,
  ...contacts,
  ...plans,
  ...contactViews,
  ...contactStaff,
  ...contactSettings,
  ...chat,
  ...chatExchange,
  ...chatPeople,
  ...chatSearch,
  ...chatSettings,
  ...notices,
  ...coins,
  ...boards,
  ...bulk,
  ...corrections,
  ...duplicates,
  ...events,
  ...exchangeRates,
  ...exports,
  ...imports,
  ...identity,
  ...identityCompanies,
  ...identityDesk,
  ...identityEmail,
  ...matchLists,
  ...investorLinks,
  ...merging,
  ...metadata,
  ...backFills,
  ...fieldRenaming,
  ...metadataEditing,
  ...packages,
  ...metadataImpact,
  ...automation,
  ...details,
  ...devices,
  ...dictionary,
  ...jingchat,
  ...jingchatLearning,
  ...landing,
  ...lifecycle,
  ...listGroups,
  ...livestreams,
  ...qrLogin,
  ...passport,
  ...profile,
  ...personPage,
  ...orders,
  ...pipeline,
  ...quality,
  ...records,
  ...reports,
  ...financing,
  ...help,
  ...legal,
  ...home,
  ...secondFactor,
  ...search,
  ...serviceDesk,
  ...session,
  ...staff,
  ...staffRequests,
  ...uploads,
  ...views,
  ...visits,
  ...waiting,
  ...webhooks,
}).filter(isRoute);
