import type { Language } from '../../../shared/enums'
import { texts } from './texts'

/** Pages of the manual in their order, by reader. Each is `docs/manual/<language>/<name>.md`. */
export const manualSections = [
  { reader: 'everybody', pages: ['inbox', 'contacts', 'schedules', 'account'] },
  {
    reader: 'admin',
    pages: ['first-steps', 'numbers', 'queues', 'robot', 'campaigns', 'people', 'results', 'programs'],
  },
  { reader: 'provider', pages: ['companies', 'server'] },
] as const

export type ManualPage = (typeof manualSections)[number]['pages'][number]
export type ManualReader = (typeof manualSections)[number]['reader']

const pages: ReadonlySet<string> = new Set(manualSections.flatMap((section) => section.pages))

export const isManualPage = (name: string): name is ManualPage => pages.has(name)

/** Markdown of a page; its first line is the title. */
export const manualText = (language: Language, page: ManualPage): string => texts[language][page]

/** Title of a page, from the first line of its text. */
export const manualTitle = (language: Language, page: ManualPage): string =>
  manualText(language, page).split('\n', 1)[0]?.replace(/^# /, '') ?? page
