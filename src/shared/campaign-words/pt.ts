import type { OptOutSource, RecipientState } from '../enums'

/** Words of campaigns, on the screens and in exports. */
export const campaignWords = {
  /** State of a recipient. */
  recipient: {
    pending: 'Na fila',
    sending: 'Enviando',
    sent: 'Enviada',
    failed: 'Falhou',
    unknown: 'Sem confirmação',
    suppressed: 'Não enviada',
    invalid: 'Número inválido',
  } satisfies Record<RecipientState, string>,
  /** Why a recipient got no message, or not all of it. */
  reason: {
    optedOut: 'Pediu para não receber',
    answered: 'Já tinha respondido',
    tag: 'Tem a etiqueta que encerra a sequência',
    cancelled: 'A campanha foi parada antes',
    transport: 'A mensagem não saiu em três tentativas',
    file: 'O arquivo não existe mais',
    empty: 'O texto fica vazio para esta pessoa',
    failed: 'A mensagem não foi aceita',
    unknown: 'O servidor parou durante o envio',
    '463': 'O WhatsApp recusou uma conversa nova (463)',
    other: 'O WhatsApp respondeu {{reason}}',
  },
  /** How a person left campaigns. */
  optOutSource: {
    word: 'Resposta do cliente',
    person: 'Pessoa da equipe',
    import: 'Importação',
    api: 'API',
  } satisfies Record<OptOutSource, string>,
}
export type CampaignWords = typeof campaignWords
