import type { Scope } from '../../../../core/scope'
import type { Language } from '../../../../shared/enums'
import { companyLanguage } from '../../../platform/company/language'

/** Reasons for an automatic text: accepted, transferred to a queue or user, call refused. */
export type AutomaticTextReason = 'accepted' | 'movedToPerson' | 'moved' | 'toPerson' | 'callRefused'

/** Returns the default text in the company's language, for companies without one of their own. */
export const defaultText = async (scope: Scope, occurrence: AutomaticTextReason): Promise<string> =>
  texts[await companyLanguage(scope)][occurrence]

const texts: Record<Language, Record<AutomaticTextReason, string>> = {
  pt: {
    accepted:
      '*Mensagem automática:*\n{{greeting}}, *{{name}}*! Meu nome é *{{user}}* e agora vou prosseguir com seu atendimento.',
    movedToPerson:
      '*Mensagem automática:*\nSeu atendimento foi transferido para o setor *{{queue}}* e segue com *{{user}}*. Aguarde, já vamos te atender!',
    moved:
      '*Mensagem automática:*\nSeu atendimento foi transferido para o setor *{{queue}}*. Aguarde, já vamos te atender!',
    toPerson: '*Mensagem automática:*\nSeu atendimento foi transferido para *{{user}}*. Aguarde, já vamos te atender!',
    callRefused:
      '*Mensagem automática*\n\nAs chamadas de voz e vídeo estão desativadas neste WhatsApp. Por favor, envie uma mensagem de texto.',
  },
  en: {
    accepted:
      '*Automatic message:*\n{{greeting}}, *{{name}}*! My name is *{{user}}* and I will be helping you from here.',
    movedToPerson:
      '*Automatic message:*\nYou have been transferred to *{{queue}}*, where *{{user}}* will look after you. Please wait, we will be right with you!',
    moved: '*Automatic message:*\nYou have been transferred to *{{queue}}*. Please wait, we will be right with you!',
    toPerson: '*Automatic message:*\nYou have been transferred to *{{user}}*. Please wait, we will be right with you!',
    callRefused:
      '*Automatic message*\n\nVoice and video calls are turned off on this WhatsApp. Please send a text message.',
  },
  es: {
    accepted:
      '*Mensaje automático:*\n¡{{greeting}}, *{{name}}*! Mi nombre es *{{user}}* y a partir de ahora le voy a atender.',
    movedToPerson:
      '*Mensaje automático:*\nLe hemos transferido al sector *{{queue}}*, donde le atenderá *{{user}}*. Espere un momento, ¡enseguida le atendemos!',
    moved:
      '*Mensaje automático:*\nLe hemos transferido al sector *{{queue}}*. Espere un momento, ¡enseguida le atendemos!',
    toPerson: '*Mensaje automático:*\nLe hemos transferido a *{{user}}*. Espere un momento, ¡enseguida le atendemos!',
    callRefused:
      '*Mensaje automático*\n\nLas llamadas de voz y video están desactivadas en este WhatsApp. Por favor, envíe un mensaje de texto.',
  },
}
