import accounts from './baseline/accounts.sql' with { type: 'text' }
import api from './baseline/api.sql' with { type: 'text' }
import apiTriggers from './baseline/api-triggers.sql' with { type: 'text' }
import automation from './baseline/automation.sql' with { type: 'text' }
import automationFlowRuns from './baseline/automation-flow-runs.sql' with { type: 'text' }
import automationFlows from './baseline/automation-flows.sql' with { type: 'text' }
import campaigns from './baseline/campaigns.sql' with { type: 'text' }
import campaignsCounts from './baseline/campaigns-counts.sql' with { type: 'text' }
import campaignsTriggers from './baseline/campaigns-triggers.sql' with { type: 'text' }
import contacts from './baseline/contacts.sql' with { type: 'text' }
import contactsLists from './baseline/contacts-lists.sql' with { type: 'text' }
import contactsListsTriggers from './baseline/contacts-lists-triggers.sql' with { type: 'text' }
import contactsPrivacy from './baseline/contacts-privacy.sql' with { type: 'text' }
import contactsPrivacyTriggers from './baseline/contacts-privacy-triggers.sql' with { type: 'text' }
import inboxAttendances from './baseline/inbox-attendances.sql' with { type: 'text' }
import inboxAttendancesTriggers from './baseline/inbox-attendances-triggers.sql' with { type: 'text' }
import inboxMessages from './baseline/inbox-messages.sql' with { type: 'text' }
import inboxMessagesTriggers from './baseline/inbox-messages-triggers.sql' with { type: 'text' }
import inboxPrepared from './baseline/inbox-prepared.sql' with { type: 'text' }
import inboxTeam from './baseline/inbox-team.sql' with { type: 'text' }
import inboxTickets from './baseline/inbox-tickets.sql' with { type: 'text' }
import nodes from './baseline/nodes.sql' with { type: 'text' }
import numbers from './baseline/numbers.sql' with { type: 'text' }
import numbersPoints from './baseline/numbers-points.sql' with { type: 'text' }
import numbersSessions from './baseline/numbers-sessions.sql' with { type: 'text' }
import platform from './baseline/platform.sql' with { type: 'text' }
import platformJobs from './baseline/platform-jobs.sql' with { type: 'text' }
import platformTriggers from './baseline/platform-triggers.sql' with { type: 'text' }
import provider from './baseline/provider.sql' with { type: 'text' }
import references from './baseline/references.sql' with { type: 'text' }
import search from './baseline/search.sql' with { type: 'text' }
import settings from './baseline/settings.sql' with { type: 'text' }

/**
 * The whole schema for PostgreSQL in one step: what the migrations up to `contains` make in SQLite. Later migrations
 * have a form for each engine in their own file (docs/adr/0116).
 */
export const baseline = {
  contains: '0086-searched-numbers',
  /** Tables, then references between them, then triggers. */
  texts: [
    accounts,
    api,
    automation,
    automationFlowRuns,
    automationFlows,
    campaigns,
    campaignsCounts,
    contacts,
    contactsLists,
    contactsPrivacy,
    inboxAttendances,
    inboxMessages,
    inboxPrepared,
    inboxTeam,
    inboxTickets,
    numbers,
    numbersPoints,
    numbersSessions,
    platform,
    platformJobs,
    provider,
    references,
    nodes,
    apiTriggers,
    campaignsTriggers,
    contactsListsTriggers,
    contactsPrivacyTriggers,
    inboxAttendancesTriggers,
    inboxMessagesTriggers,
    platformTriggers,
    search,
    settings,
  ],
}
