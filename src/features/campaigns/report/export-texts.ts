import { campaignWords as english } from '../../../shared/campaign-words/en'
import { campaignWords as spanish } from '../../../shared/campaign-words/es'
import { type CampaignWords, campaignWords as portuguese } from '../../../shared/campaign-words/pt'
import type { Language } from '../../../shared/enums'

/** Words of recipients by language. */
export const words: Record<Language, CampaignWords> = { pt: portuguese, en: english, es: spanish }

/** Headings of the exported recipients, in the order of their columns. */
export const headings: Record<Language, string[]> = {
  pt: [
    ...['Número', 'Nome', 'Etapa (0 é a primeira mensagem)', 'Texto', 'Situação', 'Motivo', 'Enviada em'],
    ...['Entregue em', 'Lida em', 'Respondeu em', 'Pediu para sair em', 'Atendimento'],
  ],
  en: [
    ...['Number', 'Name', 'Step (0 is the first message)', 'Text', 'State', 'Reason', 'Sent at'],
    ...['Delivered at', 'Read at', 'Answered at', 'Asked to leave at', 'Ticket'],
  ],
  es: [
    ...['Número', 'Nombre', 'Etapa (0 es el primer mensaje)', 'Texto', 'Estado', 'Motivo', 'Enviado el'],
    ...['Entregado el', 'Leído el', 'Respondió el', 'Pidió salir el', 'Conversación'],
  ],
}

/** Sentence for a stored reason; a code of WhatsApp is named. */
export const reasonText = ({ reason }: CampaignWords, stored: string | null): string =>
  stored === null
    ? ''
    : Object.hasOwn(reason, stored)
      ? reason[stored as keyof typeof reason]
      : reason.other.replace('{{reason}}', stored)
