import type { Language } from '../../../shared/enums'
import type { ManualReader } from './pages'

interface Words {
  /** Name of the language in itself. */
  ownName: string
  manual: string
  otherLanguages: string
  back: string
  readers: Record<ManualReader, string>
}

/** Words around the pages of the manual. */
export const words: Record<Language, Words> = {
  pt: {
    ownName: 'Português',
    manual: 'Páginas do manual',
    otherLanguages: 'Idioma',
    back: 'Abrir o atendimento',
    readers: { everybody: 'Para quem atende', admin: 'Para quem administra', provider: 'Para o provedor' },
  },
  en: {
    ownName: 'English',
    manual: 'Pages of the manual',
    otherLanguages: 'Language',
    back: 'Open the inbox',
    readers: { everybody: 'For agents', admin: 'For admins', provider: 'For the provider' },
  },
  es: {
    ownName: 'Español',
    manual: 'Páginas del manual',
    otherLanguages: 'Idioma',
    back: 'Abrir la bandeja',
    readers: { everybody: 'Para quien atiende', admin: 'Para quien administra', provider: 'Para el proveedor' },
  },
}
