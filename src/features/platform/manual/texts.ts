import enAccount from '../../../../docs/manual/en/account.md' with { type: 'text' }
import enCampaigns from '../../../../docs/manual/en/campaigns.md' with { type: 'text' }
import enCompanies from '../../../../docs/manual/en/companies.md' with { type: 'text' }
import enContacts from '../../../../docs/manual/en/contacts.md' with { type: 'text' }
import enFirstSteps from '../../../../docs/manual/en/first-steps.md' with { type: 'text' }
import enInbox from '../../../../docs/manual/en/inbox.md' with { type: 'text' }
import enNumbers from '../../../../docs/manual/en/numbers.md' with { type: 'text' }
import enPeople from '../../../../docs/manual/en/people.md' with { type: 'text' }
import enPrograms from '../../../../docs/manual/en/programs.md' with { type: 'text' }
import enQueues from '../../../../docs/manual/en/queues.md' with { type: 'text' }
import enResults from '../../../../docs/manual/en/results.md' with { type: 'text' }
import enRobot from '../../../../docs/manual/en/robot.md' with { type: 'text' }
import enSchedules from '../../../../docs/manual/en/schedules.md' with { type: 'text' }
import enServer from '../../../../docs/manual/en/server.md' with { type: 'text' }
import esAccount from '../../../../docs/manual/es/account.md' with { type: 'text' }
import esCampaigns from '../../../../docs/manual/es/campaigns.md' with { type: 'text' }
import esCompanies from '../../../../docs/manual/es/companies.md' with { type: 'text' }
import esContacts from '../../../../docs/manual/es/contacts.md' with { type: 'text' }
import esFirstSteps from '../../../../docs/manual/es/first-steps.md' with { type: 'text' }
import esInbox from '../../../../docs/manual/es/inbox.md' with { type: 'text' }
import esNumbers from '../../../../docs/manual/es/numbers.md' with { type: 'text' }
import esPeople from '../../../../docs/manual/es/people.md' with { type: 'text' }
import esPrograms from '../../../../docs/manual/es/programs.md' with { type: 'text' }
import esQueues from '../../../../docs/manual/es/queues.md' with { type: 'text' }
import esResults from '../../../../docs/manual/es/results.md' with { type: 'text' }
import esRobot from '../../../../docs/manual/es/robot.md' with { type: 'text' }
import esSchedules from '../../../../docs/manual/es/schedules.md' with { type: 'text' }
import esServer from '../../../../docs/manual/es/server.md' with { type: 'text' }
import ptAccount from '../../../../docs/manual/pt/account.md' with { type: 'text' }
import ptCampaigns from '../../../../docs/manual/pt/campaigns.md' with { type: 'text' }
import ptCompanies from '../../../../docs/manual/pt/companies.md' with { type: 'text' }
import ptContacts from '../../../../docs/manual/pt/contacts.md' with { type: 'text' }
import ptFirstSteps from '../../../../docs/manual/pt/first-steps.md' with { type: 'text' }
import ptInbox from '../../../../docs/manual/pt/inbox.md' with { type: 'text' }
import ptNumbers from '../../../../docs/manual/pt/numbers.md' with { type: 'text' }
import ptPeople from '../../../../docs/manual/pt/people.md' with { type: 'text' }
import ptPrograms from '../../../../docs/manual/pt/programs.md' with { type: 'text' }
import ptQueues from '../../../../docs/manual/pt/queues.md' with { type: 'text' }
import ptResults from '../../../../docs/manual/pt/results.md' with { type: 'text' }
import ptRobot from '../../../../docs/manual/pt/robot.md' with { type: 'text' }
import ptSchedules from '../../../../docs/manual/pt/schedules.md' with { type: 'text' }
import ptServer from '../../../../docs/manual/pt/server.md' with { type: 'text' }
import type { Language } from '../../../shared/enums'
import type { ManualPage } from './pages'

/** Markdown of the manual, in the executable. */
export const texts: Record<Language, Record<ManualPage, string>> = {
  pt: {
    inbox: ptInbox,
    contacts: ptContacts,
    schedules: ptSchedules,
    account: ptAccount,
    'first-steps': ptFirstSteps,
    numbers: ptNumbers,
    queues: ptQueues,
    robot: ptRobot,
    campaigns: ptCampaigns,
    people: ptPeople,
    results: ptResults,
    programs: ptPrograms,
    companies: ptCompanies,
    server: ptServer,
  },
  en: {
    inbox: enInbox,
    contacts: enContacts,
    schedules: enSchedules,
    account: enAccount,
    'first-steps': enFirstSteps,
    numbers: enNumbers,
    queues: enQueues,
    robot: enRobot,
    campaigns: enCampaigns,
    people: enPeople,
    results: enResults,
    programs: enPrograms,
    companies: enCompanies,
    server: enServer,
  },
  es: {
    inbox: esInbox,
    contacts: esContacts,
    schedules: esSchedules,
    account: esAccount,
    'first-steps': esFirstSteps,
    numbers: esNumbers,
    queues: esQueues,
    robot: esRobot,
    campaigns: esCampaigns,
    people: esPeople,
    results: esResults,
    programs: esPrograms,
    companies: esCompanies,
    server: esServer,
  },
}
