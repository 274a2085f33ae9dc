import type { ManualPage } from '../../src/features/platform/manual/pages'
import { language } from './language'
import { paths } from './paths'

/** Page of the manual that explains a screen, by the first part of the screen's address. */
const pageOfScreen: Record<string, ManualPage> = {
  [paths.firstSteps]: 'first-steps',
  [paths.contacts]: 'contacts',
  [paths.tags]: 'contacts',
  [paths.schedules]: 'schedules',
  [paths.quickMessages]: 'schedules',
  [paths.files]: 'schedules',
  [paths.todolist]: 'schedules',
  [paths.profile]: 'account',
  [paths.connections]: 'numbers',
  [paths.queues]: 'queues',
  [paths.flowbuilders]: 'robot',
  [paths.phraseLists]: 'robot',
  [paths.prompts]: 'robot',
  [paths.queueIntegration]: 'robot',
  [paths.campaigns]: 'campaigns',
  [paths.contactLists]: 'campaigns',
  [paths.optOuts]: 'campaigns',
  [paths.campaignConfig]: 'campaigns',
  [paths.users]: 'people',
  [paths.audit]: 'people',
  [paths.team]: 'results',
  [paths.home]: 'results',
  [paths.apiKeys]: 'programs',
  [paths.webhooks]: 'programs',
  [paths.messagesApi]: 'programs',
  [paths.morning]: 'companies',
  [paths.announcements]: 'companies',
}

/** Page for the screen at an address, if there is one. */
export const manualPageOf = (address: string): ManualPage | undefined => pageOfScreen[`/${address.split('/')[1] ?? ''}`]

/** Address of a page of the manual in the language of the interface. */
export const toManual = (page: ManualPage) => `/docs/${language.peek()}/${page}`
